import { z } from 'zod';

/** The character that PostgreSQL's text cannot hold; nobody types it, and a broken program may send it. */
const NUL = '\u0000';

export function withoutNul(text: string): string {
  return text.includes(NUL) ? text.replaceAll(NUL, '') : text;
}

/** Text that people write, fit to be kept. */
export const plainText = () => z.string().overwrite(withoutNul);
