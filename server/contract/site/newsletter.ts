import { z } from 'zod';
import { mailboxSchema } from '../account/mailbox.ts';

export const subscribeSchema = z.object({ email: mailboxSchema });
/** What a link of a letter carries. */
export const letterTokenSchema = z
  .string()
  .max(200)
  .regex(/^[\w-]+$/);
