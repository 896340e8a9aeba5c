/** One line of typed text: no line breaks or control characters, and no more than `max` characters. */
export function asOneLine(value: string, max: number): string {
  return value
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, max);
}
