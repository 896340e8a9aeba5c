/** The one character that PostgreSQL's text cannot hold. */
const NUL = '\u0000';

/** For text that no person typed, such as a model's answer: it loses the character, where an input would be refused. */
export function withoutNul(text: string): string {
  return text.includes(NUL) ? text.replaceAll(NUL, '') : text;
}
