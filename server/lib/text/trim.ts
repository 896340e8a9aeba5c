/**
 * Removes the trailing characters that match `character`, a class for a single one such as `/[.,\s]/`. It takes linear
 * time, while `replace(/[.,\s]+$/, '')` restarts at every character of a run that isn't at the end.
 */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Does the same at both ends. */
export function trimBothEnds(text: string, character: RegExp): string {
  let start = 0;
  while (start < text.length && character.test(text.charAt(start))) start += 1;
  return trimEnd(text.slice(start), character);
}
