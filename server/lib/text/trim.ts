/**
 * A text without the characters at its end that `character` matches, which is the class of a single one: `/[.,\s]/`. It takes one step per
 * character, where `replace(/[.,\s]+$/, '')` starts again at each of them if something else follows.
 */
export function trimEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The same at both ends. */
export function trimBothEnds(text: string, character: RegExp): string {
  let start = 0;
  while (start < text.length && character.test(text.charAt(start))) start += 1;
  return trimEnd(text.slice(start), character);
}
