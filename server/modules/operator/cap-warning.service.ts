import { capWarningEmail, type CapWords } from '#server/content/emails/cap-warning-email.ts';
import type { Db } from '#db/client.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Log } from '#server/lib/log.ts';

/** How much of a cap is used when the operator is warned. */
const WARN_AT = 0.8;

type Dependencies = { mail: MailGateway; to: string; log: Log };

/**
 * Warns the operator, in the log and by email, before everyone's daily cap is reached. The database numbers each unit taken, so exactly one
 * request a day gets the number that triggers the warning.
 */
export function createCapWarning({ mail, to, log }: Dependencies) {
  // Nothing is used when a request was refused.
  const isNear = ({ used, cap }: CapWords) => used > 0 && used === Math.ceil(cap * WARN_AT);
  return {
    /** Called in the transaction that counts the unit: nobody gets this number again, so a crash between the two would lose the email. */
    scheduleWarning: async (trx: Db, words: CapWords, now: Date): Promise<void> => {
      if (!isNear(words)) return;
      const day = now.toISOString().slice(0, 10);
      await schedule(trx, 'operator-email', {
        key: `${words.setting} ${day}`,
        payload: { ...words, day },
        dueAt: now,
      });
    },

    /** Called after that transaction. */
    logWarning: (words: CapWords): void => {
      const { setting, used, cap } = words;
      if (!isNear(words)) return;
      log.warn({ event: 'daily cap nearly reached', setting, used, cap }, `${used} of ${setting}=${cap} used today`);
    },

    sendEmail: ({ day, ...words }: Payload<'operator-email'>): Promise<void> =>
      mail.send({ ...capWarningEmail(to, words), id: `cap ${words.setting} ${day}` }),
  };
}
export type CapWarningService = ReturnType<typeof createCapWarning>;
export type CapWarning = Pick<CapWarningService, 'scheduleWarning' | 'logWarning'>;
