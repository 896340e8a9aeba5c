import { trimBothEnds } from './trim.ts';

const NAME_MAX = 80;

/** A text as part of a file name that every system accepts: no separators, no control characters, no dots or spaces at the ends. */
export function asFileName(text: string): string {
  const clean = text
    .slice(0, 4 * NAME_MAX)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ');
  return [...trimBothEnds(clean, /[. ]/)].slice(0, NAME_MAX).join('').trim();
}

/** Makes each name unique: a second "A.md" becomes "A (2).md". Case is ignored, as it is on some systems. */
export function uniqueNames(): (stem: string, ending: string) => string {
  const uses = new Map<string, number>();
  return (stem, ending) => {
    const key = stem.toLowerCase();
    const count = (uses.get(key) ?? 0) + 1;
    uses.set(key, count);
    return count === 1 ? `${stem}${ending}` : `${stem} (${count})${ending}`;
  };
}
