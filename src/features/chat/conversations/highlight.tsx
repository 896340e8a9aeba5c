type TextPart = { text: string; isHit: boolean };

/** Escapes only what the `u` flag allows: escaping a hyphen, for example, makes the whole expression invalid. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Splits a title where it has the search text, in any case. */
export function splitAtText(title: string, search: string): TextPart[] {
  const text = search.trim();
  if (text === '') return [{ text: title, isHit: false }];
  return title
    .split(new RegExp(`(${literally(text)})`, 'giu'))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** A text with the matches of a search highlighted. */
export function Highlight({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) =>
    // The parts have no other identity than their place.
    part.isHit ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
