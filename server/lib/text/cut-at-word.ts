import { trimEnd } from './trim.ts';

/** A text of at most `max` UTF-16 units: a longer one is cut at a word, unless that would lose half of it, and ends in an ellipsis. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const lastSpace = cut.lastIndexOf(' ');
  const kept = lastSpace > max / 2 ? cut.slice(0, lastSpace) : cut.replace(/[\uD800-\uDBFF]$/, '');
  return `${trimEnd(kept, /[\s,;:.-]/)}…`;
}
