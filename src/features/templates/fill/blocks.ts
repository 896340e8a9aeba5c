import type { Segment } from '#contract/templates/render-template.ts';

/** A paragraph of a preview, line by line, or a list. */
export type Block = { kind: 'lines'; lines: Segment[][] } | { kind: 'list'; name: string; items: string[] };

/** The pieces of each line of a text. A value with several lines continues on the next. */
function linesOf(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = [[]];
  for (const segment of segments) {
    segment.text.split('\n').forEach((text, index) => {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...segment, text });
    });
  }
  return lines;
}

/** The paragraphs and lists of a rendered text, as the preview shows them. Empty lines divide paragraphs. */
export function blocksOf(segments: readonly Segment[], isList: (name: string) => boolean): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of linesOf(segments)) {
    const [first] = line;
    const last = blocks.at(-1);
    if (!first) isOpen = false;
    else if (first.kind === 'value' && isList(first.name)) {
      const item = first.text.replace(/^- /, '');
      if (isOpen && last?.kind === 'list' && last.name === first.name) last.items.push(item);
      else blocks.push({ kind: 'list', name: first.name, items: [item] });
      isOpen = true;
    } else {
      if (isOpen && last?.kind === 'lines') last.lines.push(line);
      else blocks.push({ kind: 'lines', lines: [line] });
      isOpen = true;
    }
  }
  return blocks;
}
