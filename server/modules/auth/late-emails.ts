import type { Db } from '#db/client.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';
import { toAppError } from '#server/lib/database-errors.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import type { Log } from '#server/lib/log.ts';

/** How long someone waits for the mail server before they are told that their email will be late, in milliseconds. */
const SEND_TIMEOUT_MS = 10_000;

type Kind = Payload<'account-email'>['kind'];
/** Whether an email that someone waits for will be sent later, because the mail server can't take it now. */
export type Sent = { isLate: boolean };

/** Sends emails about accounts while someone waits, or with a job if the mail server is down (AUTH-25). */
export function createLateEmails(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  timeoutMs: number = SEND_TIMEOUT_MS,
) {
  /** Sends the email now, or schedules another of its kind. Throws errors about the address or the database. */
  return async (kind: Kind, email: string, send: () => Promise<void>): Promise<Sent> => {
    try {
      await inTime(send, timeoutMs);
      return { isLate: false };
    } catch (error) {
      if (toAppError(error) !== null) throw error;
      log.warn({ event: 'email late', kind, err: error }, 'email not sent; a job will retry it');
      const key = sha256(`${kind} ${normalizeEmail(email)}`);
      await schedule(db, 'account-email', { key, payload: { kind, email }, dueAt: await clock.now() });
      return { isLate: true };
    }
  };
}
export type LateEmails = ReturnType<typeof createLateEmails>;
