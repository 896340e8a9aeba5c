import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { keyOfAccountEmail } from '#server/jobs/account-emails.ts';
import { cancel, schedule } from '#server/jobs/schedule.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import { toAppError } from '#server/lib/database-errors.ts';
import { isMailboxRefused } from '#server/lib/email/mail-refusal.ts';
import type { Log } from '#server/lib/log.ts';

/** How long someone waits for the mail server before they are told that their email will be late, in milliseconds. */
const SEND_TIMEOUT_MS = 10_000;
/** By then, an email that a slow mail server is taking was sent or has failed: more than the gateway's two attempts. */
export const SETTLED_AFTER_MS = 2 * 60_000;

type Job = Payload<'account-email'>;
type Kind = Job['kind'];
/** Whether an email that someone waits for will be sent later, because the mail server can't take it now. */
export type Sent = { isLate: boolean };

/** Emails about accounts that someone waits for. While the mail server is down, a job sends them (AUTH-25). */
export function createLateEmails(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  timeoutMs: number = SEND_TIMEOUT_MS,
) {
  /** Until the email that is being sent has failed for certain, the job is due only after that. */
  async function scheduleAnother(kind: Kind, email: string, { afterMs }: { afterMs: number }): Promise<void> {
    const now = await clock.now();
    const payload = { kind, email, askedAt: now.toISOString() };
    const dueAt = new Date(now.getTime() + afterMs);
    await schedule(db, 'account-email', { key: keyOfAccountEmail(kind, email), payload, dueAt });
  }

  /** The person has their email. One that was late, and that nobody needs anymore, must not make this fail. */
  const cancelOthers = (kind: Kind, email: string) =>
    cancel(db, 'account-email', [keyOfAccountEmail(kind, email)]).catch((error: unknown) =>
      log.warn({ event: 'late email not canceled', kind, err: error }, 'late email not canceled'),
    );

  return {
    /** Sends the email now, or schedules another of its kind. Throws errors about the address or the database. */
    sendOrSchedule: async (kind: Kind, email: string, send: () => Promise<void>): Promise<Sent> => {
      let isOver = false;
      const sending = send().finally(() => {
        isOver = true;
      });
      try {
        await inTime(() => sending, timeoutMs);
      } catch (error) {
        if (toAppError(error) !== null) throw error;
        log.warn({ event: 'email late', kind, err: error }, 'email not sent; a job will retry it');
        if (isOver) {
          await scheduleAnother(kind, email, { afterMs: 0 });
          return { isLate: true };
        }
        await scheduleAnother(kind, email, { afterMs: SETTLED_AFTER_MS });
        // The mail server may still take it: a second one would follow. If this process dies, the job is due anyway.
        void sending
          .then(
            () => cancelOthers(kind, email),
            (failure: unknown) =>
              isMailboxRefused(failure) ? cancelOthers(kind, email) : scheduleAnother(kind, email, { afterMs: 0 }),
          )
          .catch((failure: unknown) => log.warn({ event: 'email later', kind, err: failure }, 'email even later'));
        return { isLate: true };
      }
      await cancelOthers(kind, email);
      return { isLate: false };
    },

    /**
     * Sends an email that is late. Nobody waits for one for longer than a day. Only a mailbox that is refused ends the
     * job; anything else, such as our own password at the mail server, can be mended.
     */
    sendLate: async ({ askedAt }: Job, send: () => Promise<void>): Promise<void> => {
      if (askedAt !== undefined && (await clock.now()).getTime() - Date.parse(askedAt) > DAY_MS) return;
      try {
        await send();
      } catch (error) {
        if (!isMailboxRefused(error)) throw error;
      }
    },
  };
}
export type SendOrSchedule = ReturnType<typeof createLateEmails>['sendOrSchedule'];
