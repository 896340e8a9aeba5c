import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { listNotices } from '#db/queries/notices/bell.ts';
import * as subscriptions from '#db/queries/notices/push.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { PushGateway } from '#server/gateways/push/push.ts';
import type { Payload } from '#server/jobs/queues.ts';
import type { Run } from '#server/jobs/run-job.ts';
import { AppError } from '#server/lib/app-error.ts';
import { deviceName } from '#server/lib/request/device-name.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { lockScreenWords } from './lock-screen-words.ts';
import { idOf, SHOWN, toNotification, type PushDeviceDto } from './notifications.dto.ts';

/** What is older than this is no news anymore. The bell has it. */
const NEWS_MS = DAY_MS;
/** Each notice is a request to each of them. */
export const PUSH_BROWSERS_MAX = 20;
/** Push services take 4 kB, and a character may take four bytes; screens show less. */
const TITLE_MAX = 150;
const BODY_MAX = 300;

type Dependencies = {
  db: Db;
  clock: Clock;
  /** Null if the operator has set no keys: then nothing is offered or sent. */
  pushGateway: PushGateway | null;
  budgets: Pick<Budgets, 'takeFor'>;
};

/** Notifications that a browser shows while no tab is open, for each browser that was asked to. Decision 036 gives the reasons. */
export function createPush({ db, clock, pushGateway: gateway, budgets }: Dependencies) {
  return {
    /** The browsers that show them, and the key with which another can be added; null if that isn't possible here. */
    devices: async (session: ValidSession): Promise<{ publicKey: string | null; devices: PushDeviceDto[] }> => {
      const rows = gateway ? await subscriptions.listPushDevices(db, session.userId, await clock.now()) : [];
      const devices = rows.map(({ sessionId, userAgent, createdAt, showsTitles }) => ({
        id: sessionId,
        device: deviceName(userAgent),
        isCurrent: sessionId === session.publicId,
        since: createdAt.toISOString(),
        showsTitles,
      }));
      return { publicKey: gateway?.publicKey ?? null, devices };
    },

    /** The browser of this session shows them from now on, until the session ends. The oldest gives way if there are too many. */
    subscribe: async (
      session: ValidSession,
      { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
    ): Promise<void> => {
      if (session.kind !== 'browser' || !gateway?.accepts(endpoint)) throw new AppError('INVALID_INPUT');
      const { userId, publicId: sessionId } = session;
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        // Two at once would leave one too many.
        await holdPerson(trx, userId);
        await subscriptions.savePushSubscription(trx, { userId, sessionId, endpoint, ...keys, now });
        await subscriptions.deleteSurplusPushSubscriptions(trx, { userId, sessionId }, PUSH_BROWSERS_MAX);
      });
    },

    unsubscribe: async (userId: UserId, sessionId: string): Promise<void> => {
      if (!(await subscriptions.deletePushSubscription(db, { userId, sessionId }))) throw new AppError('NOT_FOUND');
    },

    /** Chooses whether that browser shows titles, or only who has news. */
    setShowsTitles: async (
      userId: UserId,
      { id, showsTitles }: { id: string; showsTitles: boolean },
    ): Promise<void> => {
      if (!(await subscriptions.updateShowsTitles(db, { userId, sessionId: id, showsTitles })))
        throw new AppError('NOT_FOUND');
    },

    /**
     * Has one browser show one notice, unless it was read, muted or settled by now. It is recorded before it is sent,
     * so that a job that runs again sends nothing twice; only what certainly wasn't sent is tried again. Past the day's
     * budget, it stays in the bell only.
     */
    send: async (
      { userId, sessionId, topic, subject }: Payload<'push'>,
      { signal, isLastTry }: Pick<Run, 'signal' | 'isLastTry'>,
    ): Promise<void> => {
      if (!gateway) return;
      const now = await clock.now();
      const [row] = await listNotices(db, {
        userId,
        now,
        since: new Date(now.getTime() - NEWS_MS),
        withMuted: false,
        ...SHOWN,
        before: null,
        beforeId: null,
        only: idOf({ topic, subject }),
        isPending: false,
        limit: 1,
      });
      const [shown] = row?.isUnread ? toNotification(row, now) : [];
      if (!row || !shown) return;
      const key = { userId, sessionId, topic, subject };
      const target = await subscriptions.claimPush(db, { ...key, now });
      if (!target || !(await budgets.takeFor(userId, 'pushes'))) return;
      const { showsTitles, ...browser } = target;
      const { path, id } = shown;
      const { title, detail } = showsTitles ? shown : lockScreenWords(shown.topic, row, shown);
      const message = { title: cutAtWord(title, TITLE_MAX), body: cutAtWord(detail, BODY_MAX), path, tag: id };
      const outcome = await gateway.send(browser, message, signal);
      if (outcome === 'gone') await subscriptions.deletePushSubscription(db, key, target.endpoint);
      if (outcome !== 'later' || isLastTry) return;
      await subscriptions.releasePush(db, key);
      throw new Error('the push service takes nothing for now');
    },
  };
}
export type PushService = ReturnType<typeof createPush>;
