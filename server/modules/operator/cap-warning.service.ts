import { capWarningEmail, type CapWords } from '#server/content/emails/cap-warning-email.ts';
import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { Log } from '#server/lib/log.ts';

/** How much of a cap is used when the operator is warned. */
const WARN_AT = 0.8;

type Dependencies = { db: Db; clock: Clock; mail: MailGateway; to: string; log: Log; jobs: Pick<Jobs, 'kick'> };

/**
 * Warns the operator, in the log and by email, before everyone's daily cap is reached. The database numbers each unit taken, so exactly one
 * request a day gets the number that triggers the warning.
 */
export function createCapWarning({ db, clock, mail, to, log, jobs }: Dependencies) {
  return {
    /** Never throws: the request itself has what it needs. */
    warnNearCap: async (words: CapWords): Promise<void> => {
      const { setting, used, cap } = words;
      if (used !== Math.ceil(cap * WARN_AT)) return;
      log.warn({ event: 'daily cap nearly reached', setting, used, cap }, `${used} of ${setting}=${cap} used today`);
      try {
        const dueAt = await clock.now();
        const day = dueAt.toISOString().slice(0, 10);
        await schedule(db, 'operator-email', { key: `${setting} ${day}`, payload: { ...words, day }, dueAt });
        jobs.kick('operator-email');
      } catch (error) {
        log.error({ event: 'operator not warned', setting, err: error }, 'operator not warned');
      }
    },

    sendEmail: ({ day, ...words }: Payload<'operator-email'>): Promise<void> =>
      mail.send({ ...capWarningEmail(to, words), id: `cap ${words.setting} ${day}` }),
  };
}
export type CapWarning = ReturnType<typeof createCapWarning>['warnNearCap'];
