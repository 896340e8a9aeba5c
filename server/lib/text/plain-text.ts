import { trimEnd } from './trim.ts';

const FENCE = /^\s*(?:```|~~~)/;
const RULE = /^\s*([-*_])(?:\s*\1){2,}\s*$/;
const TABLE_ROW = /^\s*\|(.*)\|\s*$/;
const TABLE_DIVIDER = /^\s*\|[\s|:-]+\|\s*$/;

/** A link keeps its address, unless its words are the address. */
function withoutLink(_link: string, words: string, address: string): string {
  return words === address || `mailto:${words}` === address ? words : `${words} (${address})`;
}

/** The signs of bold and crossed-out words: how they stand before the first, and behind the last. */
const PAIRS = [
  [/\*\*(?=[^\s*])/g, /(?<=\S)\*\*/g],
  [/(?<![\p{L}\p{N}_])__(?=[^\s_])/gu, /(?<=\S)__(?![\p{L}\p{N}_])/gu],
  [/~~(?=\S)/g, /(?<=\S)~~/g],
] as const;

/** The first place of a sign at or after `from`; -1 if there is none. */
function findSign(line: string, sign: RegExp, from: number): number {
  sign.lastIndex = from;
  return sign.exec(line)?.index ?? -1;
}

/**
 * A line without the two characters before and behind what a pair stands around. Goes through the line once, unlike one
 * pattern for both.
 */
function withoutPairs(line: string, [opening, closing]: (typeof PAIRS)[number]): string {
  let plain = '';
  let read = 0;
  for (;;) {
    const start = findSign(line, opening, read);
    const end = start === -1 ? -1 : findSign(line, closing, start + 3);
    if (end === -1) return plain + line.slice(read);
    plain += line.slice(read, start) + line.slice(start + 2, end);
    read = end + 2;
  }
}

/** Removes the number signs of a heading, which may be at both ends. */
function withoutHeading(line: string): string {
  const sign = /^\s{0,3}#{1,6}\s+/.exec(line)?.[0];
  if (sign === undefined) return line;
  const words = line.slice(sign.length).trimEnd();
  const open = trimEnd(words, /#/);
  return open === '' || /\s$/.test(open) ? open.trimEnd() : words;
}

/** The words of a line. What only looks like Markdown, such as `#pottery` or `*|FNAME|*`, stays. */
function withoutSigns(line: string): string {
  const unlinked = withoutHeading(line)
    .replace(/^(?:\s*>)+\s?/, '')
    .replace(/^(\s*)[*+]\s+/, '$1- ')
    .replaceAll(/!\[([^[\]]*)\]\((?:(?:[^()\s]|\([^()\s]*\))*|[^()\s]*\([^()\s]*)\)/g, '$1')
    .replaceAll(/\[([^[\]]+)\]\(((?:[^()\s]|\([^()\s]*\))+)(?:\s+"[^"]*")?\)/g, withoutLink)
    .replaceAll(/\[([^[\]]+)\]\(([^()\s]*\([^()\s]*)\)/g, withoutLink);
  return PAIRS.reduce(withoutPairs, unlinked)
    .replaceAll(/(?<![\p{L}\p{N}*\\])\*(?=[^\s*|])([^*]+?)(?<=[^\s*|\\])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_]+?)(?<=[^\s_\\])_(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/`([^`]+)`/g, '$1')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1');
}

function plainLine(line: string): string {
  if (line.trim() === '') return line;
  const cells = TABLE_ROW.exec(line)?.[1];
  if (cells === undefined) return withoutSigns(line);
  const words = cells.split('|').map((cell) => withoutSigns(cell.trim()));
  return words.filter((cell) => cell !== '').join(', ');
}

/** A text in Markdown as an email or a post has it: its words, paragraphs and lists, without the signs. */
export function plainText(markdown: string): string {
  let isCode = false;
  const lines: string[] = [];
  for (const line of markdown.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (isCode) lines.push(line);
    else if (!RULE.test(line) && !TABLE_DIVIDER.test(line)) lines.push(plainLine(line));
  }
  return lines.join('\n').replaceAll(/\n{3,}/g, '\n\n');
}
