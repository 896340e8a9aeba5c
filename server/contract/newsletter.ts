import { z } from 'zod';
import { mailboxSchema } from './mailbox.ts';

export const subscribeSchema = z.object({ email: mailboxSchema });
/** What a link of a letter carries. */
export const letterTokenSchema = z.string().min(1).max(200);
