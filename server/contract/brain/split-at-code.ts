/** Matches a fence at the beginning of a line, or a run of backticks anywhere. */
const MARK = / {0,3}(`{3,}|~{3,})|`+/g;

/** Finds the end of fenced code whose content begins at `from`. An unclosed fence runs to the end of the text. */
function fenceEnd(text: string, fence: string, from: number): number {
  for (let line = text.indexOf('\n', from); line !== -1; line = text.indexOf('\n', line + 1)) {
    let start = line + 1;
    while (start <= line + 3 && text.charAt(start) === ' ') start += 1;
    if (text.startsWith(fence, start)) return start + fence.length;
  }
  return text.length;
}

/**
 * Finds the run of backticks that closes an earlier one of the same length, before an empty line. Call it for the runs
 * in the order of the text.
 */
function createSpanEnds(text: string) {
  const starts = new Map<number, number[]>();
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].toReversed()) {
    const later = starts.get(run.length) ?? [];
    later.push(index);
    starts.set(run.length, later);
  }
  let blank = text.indexOf('\n\n');
  return (length: number, from: number): number | null => {
    const left = starts.get(length) ?? [];
    while ((left.at(-1) ?? from) < from) left.pop();
    if (blank !== -1 && blank < from) blank = text.indexOf('\n\n', from);
    const start = left.at(-1);
    return start === undefined || (blank !== -1 && blank < start) ? null : start + length;
  };
}

/** Splits Markdown into code, fenced or inline, and the text between. Takes a single pass, whatever the text. */
export function splitAtCode(markdown: string): { text: string; isCode: boolean }[] {
  const parts: { text: string; isCode: boolean }[] = [];
  const spanEnd = createSpanEnds(markdown);
  let done = 0;
  let end = 0;
  for (const { 0: mark, 1: fence, index } of markdown.matchAll(MARK)) {
    if (index < end) continue;
    const isFence = fence !== undefined && (index === 0 || markdown.charAt(index - 1) === '\n');
    const sign = mark.trimStart();
    if (!isFence && sign.startsWith('~')) continue;
    const from = index + mark.length;
    const found = isFence ? fenceEnd(markdown, fence, from) : spanEnd(sign.length, from);
    if (found === null) continue;
    const start = isFence ? index : from - sign.length;
    parts.push(
      { text: markdown.slice(done, start), isCode: false },
      { text: markdown.slice(start, found), isCode: true },
    );
    done = end = found;
    while (markdown.charAt(end) === '`') end += 1;
  }
  return [...parts, { text: markdown.slice(done), isCode: false }].filter(({ text }) => text !== '');
}
