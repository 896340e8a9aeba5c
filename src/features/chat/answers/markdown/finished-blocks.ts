/**
 * Splits Markdown that is still streaming into finished blocks and the growing one, so that a new piece doesn't reparse
 * everything. Cuts only where a plain line follows a blank one outside a code fence: a cut inside a list or code would change its
 * meaning.
 */
export function splitFinished(markdown: string): [finished: string, growing: string] {
  let cut = 0;
  let position = 0;
  let fence: string | null = null;
  let isAfterBlank = false;
  for (const line of markdown.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const startsBlock = /^\S/.test(line) && !/^([-*+]|\d+[.)])\s/.test(line);
    if (fence === null && isAfterBlank && startsBlock) cut = position;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    isAfterBlank = fence === null && line.trim() === '';
    position += line.length;
  }
  return [markdown.slice(0, cut), markdown.slice(cut)];
}
