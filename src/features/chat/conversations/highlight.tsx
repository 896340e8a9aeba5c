import { findTyped, splitAtSpans } from '#contract/chat/search-words.ts';

type TextPart = { text: string; isHit: boolean };

/** Splits a title where it has the search text, accents and case aside. */
export const splitAtText = (title: string, search: string): TextPart[] =>
  splitAtSpans(title, findTyped(title, search))
    .map((text, index) => ({ text, isHit: index % 2 === 1 }))
    .filter(({ text }) => text !== '');

/** A text with the matches of a search highlighted. */
export function Highlight({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) =>
    // The parts have no other identity than their place.
    part.isHit ? <mark key={index}>{part.text}</mark> : part.text,
  );
}
