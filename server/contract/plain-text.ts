/** The character that PostgreSQL's text cannot hold; nobody types it, and a broken program may send it. */
const NUL = '\u0000';

/** For `z.string().overwrite(withoutNul)`, and for what a model says. It stands alone, so that screens need no schema library. */
export function withoutNul(text: string): string {
  return text.includes(NUL) ? text.replaceAll(NUL, '') : text;
}
