import { emailSchema } from './auth.ts';
import { TRIAL_DIALOG_TEXTS } from '../texts.ts';

/** One mailbox that somebody typed to be written to. What reads like a list of addresses in a mail's header is none. */
export const mailboxSchema = emailSchema.regex(/^[^,;:<>()[\]"\\]+$/, TRIAL_DIALOG_TEXTS.invalid);
