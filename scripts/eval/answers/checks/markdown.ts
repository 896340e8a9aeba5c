import type { Shape } from '../eval-case.ts';

const FENCE = /^[ \t]*(```|~~~)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/gm;

export function withoutCode(markdown: string): string {
  return markdown.replaceAll(FENCE, '\n');
}

const hasAtLeast = (count: number, pattern: RegExp) => (markdown: string) =>
  (withoutCode(markdown).match(pattern)?.length ?? 0) >= count;

const HAS: Record<Shape, (markdown: string) => boolean> = {
  table: hasAtLeast(1, /^[ \t>]*\|?[^\n]*\|[^\n]*\n[ \t>]*\|?[ \t]*:?-{2,}[-:| \t]*$/gm),
  list: hasAtLeast(2, /^[ \t>]*(?:[-*+]|\d{1,2}[.)])[ \t]+\S/gm),
  quote: hasAtLeast(1, /^[ \t]*>[ \t]*\S/gm),
  headings: hasAtLeast(2, /^#{1,4}[ \t]+\S|^\*\*[^*\n]+\*\*:?[ \t]*$/gm),
  code: (markdown) => (markdown.match(FENCE)?.length ?? 0) > 0,
};

export function missingShapes(markdown: string, shapes: readonly Shape[]): Shape[] {
  return shapes.filter((shape) => !HAS[shape](markdown));
}

export function wordsIn(markdown: string): number {
  return markdown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The assistant's own sentences, block by block: without code, quote blocks, tables and what stands in quotation marks or emphasis. */
function ownBlocks(markdown: string): string[] {
  return withoutCode(markdown)
    .replaceAll(/^[ \t]*(?:>|\||#)[^\n]*$/gm, '')
    .replaceAll(/“[^”\n]*”|„[^“\n]*“|«[^»\n]*»|"[^"\n]*"|(?<![*\w])\*[^*\n]+\*(?!\*)/g, '')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean);
}

const QUESTION = /\?(?=[\s*_)]|$)/g;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t]+[^\n]*$/gm;
const questionsIn = (text: string) => text.match(QUESTION)?.length ?? 0;

/**
 * Why the questions of an answer are not at most one, at the end; null if they are. Steps and open points may be worded as questions, so
 * in a list they count only at the end. A draft may ask its own readers, so of an answer with one only the last sentences count.
 */
export function questionFault(markdown: string, isDraft: boolean): string | null {
  const blocks = ownBlocks(markdown);
  const last = blocks.at(-1) ?? '';
  const counts = blocks.map((block) => questionsIn(block.replaceAll(LIST_ITEM, '')));
  const atEnd = counts.at(-1) ?? 0;
  if (isDraft) return atEnd > 1 ? `${atEnd} questions at the end` : null;
  const listed = questionsIn(last) - atEnd;
  const total = counts.reduce((sum, count) => sum + count, 0) + (listed > 1 ? listed : 0);
  if (total > 1) return `${total} questions`;
  return total === 1 && atEnd === 0 ? 'a question that is not at the end' : null;
}
