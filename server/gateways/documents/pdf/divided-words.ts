/** Hyphens at the end of a line. A soft one only shows where a word is divided. */
const ENDS_DIVIDED = /[\p{L}\p{N}][-\u2010\u00ad]$/u;
const SOFT_HYPHEN = '\u00ad';
/** How far back a word's first part is looked for. */
const PART_MAX = 60;
/** After these, the hyphen stands for the rest of another word: "Vor- und Nachteile", "pre- and post-war". */
const CONJUNCTION = /^(?:and|or|to|und|oder|bis|et|ou|y|o|e|en|of|og|och)\b/u;
/**
 * What people write with a hyphen, in English: a dictionary would be larger than everything else that reads documents.
 */
const FIRST_PART =
  /^(?:self|non|well|half|all|ex|e|pre|post|co|mid|multi|semi|low|high|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|gluten|sugar|dairy|nut|fat|lead)$/u;
const LAST_PART =
  /^(?:free|made|based|owned|friendly|run|grown|baked|fired|style|sized|day|hour|minute|week|month|year|inch|foot|pound|piece|person|time|old|to|in|up|off|on|out|go|one|two|three|four|five|six|seven|eight|nine|fashioned|known|term|end|quality)$/u;

export type IsSaid = (word: string) => boolean;

/** Whether a document contains a word undivided, on one line. */
export function createIsSaid(lines: Iterable<string>): IsSaid {
  const words = new Set<string>();
  for (const line of lines)
    for (const [word] of line.toLowerCase().matchAll(/\p{L}+(?:-\p{L}+)*/gu))
      if (word.length < PART_MAX) words.add(word);
  return (word) => words.has(word);
}

/** Whether the last word of a text goes on in the next line. */
export const isDivided = (text: string, next: string): boolean =>
  ENDS_DIVIDED.test(text.slice(-2)) && /^[\p{L}\p{N}]/u.test(next);

/** Joins a divided word, with its hyphen only if it is part of the word: "wed-ding" loses it, "gluten-free" doesn't. */
export function joinDivided(text: string, next: string, isSaid: IsSaid): string {
  const whole = text.slice(0, -1);
  if (text.endsWith(SOFT_HYPHEN)) return whole + next;
  if (CONJUNCTION.test(next)) return `${text} ${next}`;
  const first = whole.slice(-PART_MAX).split(/\P{L}/u).at(-1)?.toLowerCase() ?? '';
  const last = /^\p{Ll}+/u.exec(next.slice(0, PART_MAX))?.[0] ?? '';
  if (first === '' || last === '' || isSaid(`${first}-${last}`)) return text + next;
  const isCompound = FIRST_PART.test(first) || LAST_PART.test(last);
  return isCompound && !isSaid(first + last) ? text + next : whole + next;
}
