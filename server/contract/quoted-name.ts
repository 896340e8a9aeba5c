/** The most characters of a name that are quoted. */
export const QUOTED_NAME_MAX = 60;

/** Format characters: zero-width ones, and bidirectional controls. */
const FORMAT = /\p{Cf}+/gu;
/** Line breaks of every kind, other control characters, halves of surrogate pairs, and white space. */
const BREAKS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;
/** Double quotation marks, with which a name could end its own quotation. */
const DOUBLE_QUOTES = /["“”„‟«»″＂]/g;

/**
 * A text that someone typed, on one line: without line breaks and other controls, and without zero-width and
 * bidirectional characters. It can be empty.
 */
export const oneLine = (text: string): string => text.replaceAll(FORMAT, '').replaceAll(BREAKS, ' ').trim();

/** A name that someone typed, on one line of at most 60 characters, for a list or a page that shows it by itself. */
export function plainName(name: string): string {
  const characters = [...oneLine(name)];
  if (characters.length <= QUOTED_NAME_MAX) return characters.join('');
  const kept = characters.slice(0, QUOTED_NAME_MAX - 1).join('');
  return `${kept.trimEnd()}…`;
}

/**
 * A name that someone typed, inside a sentence of ours: “Office key”. Every email, notice and page quotes names with it
 * (NAME-1), so that none of them can add a sentence to ours, or turn one around.
 */
export const quotedName = (name: string): string => `“${plainName(name).replaceAll(DOUBLE_QUOTES, '’')}”`;
