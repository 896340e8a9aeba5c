import { withoutCitations } from '../brain/citations.ts';

/** The words of an answer in one line, without its Markdown and citations. Tables, code and rules are left out. */
export function plainWords(markdown: string): string {
  return withoutCitations(markdown)
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
    .split('\n')
    .filter((line) => !/^\s*(?:\||-{3,}\s*$)/.test(line))
    .map((line) => line.replace(/^\s*(?:#{1,6}|>|[-*+]|\d+\.)\s+/, ''))
    .join(' ')
    .replaceAll(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replaceAll(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
