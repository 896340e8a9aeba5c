import {
  DEFAULT_EMAILS,
  isKindChoosable,
  NOTIFICATION_DAYS,
  NOTIFICATION_KINDS,
  UNREAD_MAX,
  type EmailChoice,
  type NotificationKind,
} from '#contract/notifications.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import * as bell from '#db/queries/notices/bell.ts';
import { deleteOldNotices } from '#db/queries/notices/notices.ts';
import * as preferences from '#db/queries/notices/preferences.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { BellSignals } from './bell-signals.ts';
import {
  idOf,
  SHOWN,
  toNotification,
  type NotificationPage,
  type NotificationPreference,
} from './notifications.dto.ts';

const PAGE = 30;
/** In case a signal was lost. */
const RECHECK_MS = 5 * 60_000;
/** A bell is opened again after this time, which asks for a valid session again. */
const OPEN_FOR_MS = 10 * 60_000;

type Dependencies = { db: Db; clock: Clock; signals: BellSignals };

/** The bell: what needs an owner's attention, and what they want to hear about. Decision 035 gives the reasons. */
export function createNotifications({ db, clock, signals }: Dependencies) {
  const closing = new AbortController();
  const since = (now: Date) => new Date(now.getTime() - NOTIFICATION_DAYS * DAY_MS);
  const count = async (userId: UserId) => {
    const now = await clock.now();
    return {
      ...(await bell.countUnread(db, { userId, now, since: since(now), withMuted: false, ...SHOWN, most: UNREAD_MAX })),
      now,
    };
  };

  async function listPreferences(userId: UserId): Promise<NotificationPreference[]> {
    const chosen = await preferences.listPreferences(db, userId);
    return NOTIFICATION_KINDS.map((kind) => {
      const { isMuted = false, email = DEFAULT_EMAILS[kind] } = chosen.find((one) => one.kind === kind) ?? {};
      return { kind, isMuted, emails: email };
    });
  }
  function refuseFixed(kind: NotificationKind): void {
    if (!isKindChoosable(kind)) throw new AppError('INVALID_INPUT');
  }

  return {
    list: async (userId: UserId, cursor: string | null): Promise<NotificationPage> => {
      const now = await clock.now();
      const [before = null, ...id] = cursor?.split(' ') ?? [];
      const rows = await bell.listNotices(db, {
        userId,
        now,
        since: since(now),
        withMuted: false,
        ...SHOWN,
        only: null,
        isPending: false,
        before: before === null ? null : new Date(before),
        beforeId: id.join(' '),
        limit: PAGE + 1,
      });
      const page = rows.slice(0, PAGE);
      const last = rows.length > PAGE ? page.at(-1) : undefined;
      const chosen = cursor === null ? await listPreferences(userId) : [];
      return {
        items: page.flatMap((row) => toNotification(row, now)),
        nextCursor: last ? `${last.createdAt.toISOString()} ${idOf(last)}` : null,
        muted: chosen.filter(({ isMuted }) => isMuted).map(({ kind }) => kind),
      };
    },

    unreadCount: async (userId: UserId): Promise<{ unread: number }> => {
      const { unread } = await count(userId);
      return { unread };
    },

    /** The number of unread notifications, now and at each change. It is what is true, not what happened, so a reader can miss some or get one twice. */
    follow: async function* (userId: UserId, signal: AbortSignal): AsyncGenerator<{ type: 'bell'; unread: number }> {
      const ends = AbortSignal.any([signal, closing.signal, AbortSignal.timeout(OPEN_FOR_MS)]);
      const changes = signals.listen(userId, ends);
      try {
        while (!ends.aborted) {
          const { unread, nextAt, now } = await count(userId);
          yield { type: 'bell', unread };
          const newsInMs = nextAt === null ? RECHECK_MS : nextAt.getTime() - now.getTime();
          await changes.next(Math.min(RECHECK_MS, newsInMs));
        }
      } finally {
        changes.close();
      }
    },

    markRead: async (userId: UserId, which: { ids: string[] } | { all: true; until: string }): Promise<void> => {
      const now = await clock.now();
      if ('ids' in which) return bell.markRead(db, { userId, now }, which.ids);
      const until = new Date(Math.min(now.getTime(), Date.parse(which.until)));
      return bell.markAllRead(db, { userId, now, until, ...SHOWN });
    },

    mute: async (userId: UserId, { kind, isMuted }: { kind: NotificationKind; isMuted: boolean }): Promise<void> => {
      refuseFixed(kind);
      await preferences.setMuted(db, userId, { kind, isMuted, email: DEFAULT_EMAILS[kind] });
    },

    preferences: listPreferences,

    setPreference: async (
      userId: UserId,
      { kind, emails }: { kind: NotificationKind; emails: EmailChoice },
    ): Promise<void> => {
      refuseFixed(kind);
      await preferences.setEmail(db, userId, { kind, email: emails });
    },

    /** Deletes notices that the bell no longer shows. */
    purge: async (): Promise<void> => deleteOldNotices(db, since(await clock.now())),

    /** Ends every open bell, when the process stops: its reader opens another elsewhere. */
    close: (): void => closing.abort(),
  };
}
export type NotificationsService = ReturnType<typeof createNotifications>;
