/** `ABCDEFGH` as `ABCD EFGH`: letters that somebody has to type are read four at a time. */
export function inGroups(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? '';
}
