/** Escapes only what the `u` flag allows: escaping a hyphen, for example, makes the whole expression invalid. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Splits a text into matches and the rest: the whole search text anywhere, and words that begin with one of its words. */
export function splitAtHits(text: string, search: string): { text: string; isHit: boolean }[] {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  const whole = literally(search.trim());
  const starts = words.length > 0 ? [`(?<![\\p{L}\\p{N}])(?:${words.map(literally).join('|')})`] : [];
  const hit = new RegExp(`(${[...(whole === '' ? [] : [whole]), ...starts].join('|') || '(?!)'})`, 'giu');
  return text
    .split(hit)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** A text with the matches of a search highlighted. */
export function Highlight({ text, search }: { text: string; search: string }) {
  return splitAtHits(text, search).map((part, index) =>
    // The parts have no other identity than their place.
    part.isHit ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
