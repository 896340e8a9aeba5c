import { z } from 'zod';
import { en } from 'zod/locales';

/** Zod's own messages, which talk about types: a parse takes them as its options when an operator or a developer reads its issues. */
export const ZOD_MESSAGES = { error: en().localeError };

/** Sets the message of every issue for which its schema has none, in place of zod's own: what a person may read is always ours. */
export function replaceZodMessages(message: string): void {
  z.config({ customError: () => message });
}
