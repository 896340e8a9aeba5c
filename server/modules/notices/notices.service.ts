import { monthYear } from '#contract/billing/limits.ts';
import { TRIAL_ENDING_DAYS, type NoticeTopic } from '#contract/notices.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as notices from '#db/queries/notices.ts';
import { getUsage } from '#db/queries/usage.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Log } from '#server/lib/log.ts';
import { mailRound } from '#server/lib/mail-round.ts';
import { createUnderWay } from '#server/lib/under-way.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';
import { noticeMail, warningSubjects } from './notice-mail.ts';

/** A trial that ended longer ago than this is not told of any more: the product was away. */
const TRIAL_ENDED_TOLD_MS = 7 * DAY_MS;

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: ProfileService;
  mail: MailGateway;
  publicUrl: string;
  log: Log;
};

/** Tells people once what they should know of their trial, their limits and their payments, in the app and by mail. */
export function createNotices({ db, clock, profile, mail, publicUrl, log }: Dependencies) {
  const underWay = createUnderWay();

  async function sendOne(due: notices.DueMail): Promise<void> {
    const now = await clock.now();
    const [access, usage] = [await profile.accessOf(due), await getUsage(db, due.userId, monthYear(now))];
    const letter = noticeMail({ due, access, usage, now, publicUrl });
    if (letter !== null) {
      await mail.send(letter);
      await notices.noteMailed(db, due, now);
    } else if (due.topic === 'usage_warning') {
      // What was reserved came back, or the limit has grown: it is told when it is true again.
      await notices.dropNotice(db, due);
    }
  }

  const round = async (): Promise<boolean> =>
    mailRound(await clock.now(), {
      take: (wish) => notices.takeDueMails(db, wish),
      send: sendOne,
      failed: ({ topic }, error) => log.warn({ event: 'notice not mailed', topic, err: error }, 'notice not mailed'),
    });

  async function sweep(): Promise<void> {
    const now = await clock.now();
    const until = new Date(now.getTime() + TRIAL_ENDING_DAYS * DAY_MS);
    await notices.addTrialNotices(db, { now, until, since: new Date(now.getTime() - TRIAL_ENDED_TOLD_MS) });
    while (await round());
  }

  return {
    /** Notes whose trial ends or has ended, and mails what is due. Runs every few seconds, in any number of processes. */
    sweep: (): Promise<void> => underWay.track(sweep()),
    /** Resolves when every mail that was begun has gone or failed. */
    idle: underWay.idle,
    /** The person has seen it. A warning of the app may come before its notice. */
    dismiss: async (userId: UserId, { topic, subject }: { topic: NoticeTopic; subject: string }): Promise<void> => {
      const now = await clock.now();
      const notice = { userId, topic, subject };
      if (topic === 'usage_warning' && warningSubjects(now).includes(subject))
        await notices.addNotice(db, { ...notice, now });
      await notices.dismissNotice(db, notice, now);
    },
  };
}
