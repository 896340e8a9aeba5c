import type { Db } from '#db/client.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';
import type { Payload } from './queues.ts';
import { cancel } from './schedule.ts';

/** Whoever signs up and then asks for the link again gets one email. */
export const keyOfAccountEmail = (kind: Payload<'account-email'>['kind'], email: string): string =>
  sha256(`${kind === 'reset' ? 'reset' : 'confirmation'} ${email.toLowerCase()}`);

/** Their owner has used another link meanwhile, or is gone: emails to this address that are late are no longer sent. */
export const cancelLateEmails = (db: Db, email: string): Promise<void> =>
  cancel(db, 'account-email', [keyOfAccountEmail('confirmation', email), keyOfAccountEmail('reset', email)]);
