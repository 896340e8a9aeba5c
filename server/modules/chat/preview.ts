import { withoutCitations } from '#contract/brain/citations.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';

const PREVIEW_MAX = 140;

/** The first words of an answer, without its Markdown, cut at a word. Tables, code and rules are left out. */
export function previewOf(markdown: string): string {
  const words = withoutCitations(markdown)
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
    .split('\n')
    .filter((line) => !/^\s*(?:\||-{3,}\s*$)/.test(line))
    .map((line) => line.replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/, ''))
    .join(' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutAtWord(words, PREVIEW_MAX);
}
