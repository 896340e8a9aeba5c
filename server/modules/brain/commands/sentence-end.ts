/** Titles and the like, whose point doesn’t end a sentence if a name follows. */
const BEFORE_NAMES = new Set('st mr mrs ms dr prof sr sra jr mt ft ste fr'.split(' '));
/** Words whose point doesn’t end a sentence if a number follows. */
const BEFORE_NUMBERS = new Set('no nr nos n art p pp ca approx tel'.split(' '));
const ENDS = /[.!?…\n。！？]/g;

/** Whether the point at `at` belongs to the word before it: "St. Louis", "No. 5", "J. Smith", "e.g. cups". */
function isAbbreviation(text: string, at: number): boolean {
  const word = /[\p{L}]{1,8}$/u.exec(text.slice(Math.max(0, at - 8), at))?.[0] ?? '';
  const next = text
    .slice(at + 1)
    .trimStart()
    .charAt(0);
  const isLower = /^\p{Ll}/u.test(next);
  if (/\b[ap]\.m$/i.test(text.slice(0, at))) return isLower;
  if (word.length === 1) return next !== '';
  if (BEFORE_NAMES.has(word.toLowerCase())) return next !== '';
  return BEFORE_NUMBERS.has(word.toLowerCase()) && (isLower || /^\d/.test(next));
}

/** How many characters the first sentence of a text has, its mark included. "$4.50" and "St. Louis" don't end one. */
export function firstSentenceLength(text: string): number {
  for (const { 0: mark, index } of text.matchAll(ENDS)) {
    if (mark === '.' || mark === '!') {
      const isBeforeSpace = /^(?:\s|$)/.test(text.slice(index + 1, index + 2));
      if (!isBeforeSpace || (mark === '.' && isAbbreviation(text, index))) continue;
    }
    return index + mark.length;
  }
  return text.length;
}
