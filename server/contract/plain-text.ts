/** The one character that PostgreSQL's text type can't hold. */
const NUL = '\u0000';

/** For text that nobody typed, such as a model's answer: the character is dropped, where user input would be refused. */
export function withoutNul(text: string): string {
  return text.includes(NUL) ? text.replaceAll(NUL, '') : text;
}
