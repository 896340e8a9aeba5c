import { randomUUID } from 'node:crypto';
import {
  fits,
  isMonthly,
  LIMITS,
  monthYear,
  usagePeriod,
  USAGE_KINDS,
  warningStart,
  warningSubject,
  type Limit,
  type UsageKind,
} from '#contract/billing/limits.ts';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';
import { limitText } from '#contract/texts.ts';
import type { Db } from '#db/client.ts';
import type { Use } from '#db/queries/usage/count-use.ts';
import * as receipts from '#db/queries/usage/usage-receipts.ts';
import { getMonthFigures, getProfileAndUsage, getUsage, listMonths, type UsageRow } from '#db/queries/usage/usage.ts';
import { brokenUniqueConstraint } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Access, ProfileService } from '#server/modules/profile/profile.service.ts';
import type { UsageCheck, UsageHistory, UsageOverview, UsageStatement } from './usage.dto.ts';

const RECEIPTS_PER_PAGE = 50;
const HISTORY_MONTHS = 12;
/** A reservation this old was abandoned because its process died. In milliseconds. */
const FORGOTTEN_AFTER_MS = 15 * 60_000;

type UseRequest = { kind: UsageKind; subject: string; amount?: number; id?: string };

const isSameUse = (known: receipts.KnownUse, { kind, subject }: UseRequest) =>
  known.kind === kind && known.subject === subject && known.status !== 'released';

/** The months up to this one, oldest first. */
function lastMonths(month: string): string[] {
  const now = new Date(`${month}-01T00:00:00Z`);
  return Array.from({ length: HISTORY_MONTHS }, (_, index) =>
    monthYear(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - HISTORY_MONTHS + 1 + index))),
  );
}

/** The limit and the warning threshold in the form the statement takes them. */
const boundsOf = (limit: Limit) => ({ limit: limit === 'unlimited' ? null : limit, warnAt: warningStart(limit) });

function sumConversations(byAssistant: Record<string, number>): Pick<UsageOverview, 'conversations' | 'busiest'> {
  const rows = ASSISTANT_IDS.map((assistantId) => ({ assistantId, conversations: byAssistant[assistantId] ?? 0 }));
  const conversations = rows.reduce((sum, row) => sum + row.conversations, 0);
  const busiest = rows.reduce((most, row) => (row.conversations > most.conversations ? row : most));
  return { conversations, busiest: conversations > 0 ? busiest : null };
}

export function createUsageService({ db, clock, profile }: { db: Db; clock: Clock; profile: ProfileService }) {
  const thisMonth = async () => monthYear(await clock.now());
  const refuse = (kind: UsageKind, access: Access, used: number) =>
    new AppError('USAGE_LIMIT', limitText(kind, access.planName, LIMITS[access.tier][kind], used));

  async function allowanceOf(row: UsageRow, kind: UsageKind, now: Date) {
    const access = await profile.accessOf(row);
    const limit = LIMITS[access.tier][kind];
    return { now, access, limit, bounds: boundsOf(limit), used: row[kind] };
  }

  /** What a statement that counts a use has to know, and what has been used before. */
  async function allowanceFor(userId: UserId, kind: UsageKind) {
    const now = await clock.now();
    return allowanceOf(await getUsage(db, userId, monthYear(now)), kind, now);
  }

  async function count(userId: UserId, request: UseRequest, status: Use['status']): Promise<string> {
    const { kind, subject, amount = 1, id = randomUUID() } = request;
    const { access, now, bounds } = await allowanceFor(userId, kind);
    const use = { userId, id, kind, subject, amount, status, now, period: usagePeriod(kind, now) };
    if ((await receipts.reserveUse(db, { ...use, ...bounds })) !== undefined) return id;
    throw refuse(kind, access, (await getUsage(db, userId, monthYear(now)))[kind]);
  }

  /**
   * Reserves a use before it happens, or refuses it; returns the receipt. Call `settle` or `release` afterwards. The same id again is the
   * same use, even at the limit; for anything else, or after a release, the id is refused.
   */
  async function reserve(userId: UserId, request: UseRequest): Promise<string> {
    try {
      return await count(userId, request, 'reserved');
    } catch (error) {
      const isTaken = brokenUniqueConstraint(error) === 'usage_receipts_pkey';
      const known = request.id === undefined ? undefined : await receipts.findUse(db, { userId, id: request.id });
      if (request.id !== undefined && known && isSameUse(known, request)) return request.id;
      throw isTaken ? new AppError('INVALID_INPUT') : error;
    }
  }

  return {
    overview: async (userId: UserId): Promise<UsageOverview> => {
      const now = await clock.now();
      const figures = await getMonthFigures(db, userId, monthYear(now));
      const { tier } = await profile.accessOf(figures);
      const kinds = USAGE_KINDS.map((kind) => ({
        kind,
        used: figures[kind],
        limit: LIMITS[tier][kind],
        isMonthly: isMonthly(kind),
      }));
      const warnings = kinds.flatMap(({ kind, used, limit }) => {
        const subject = warningSubject(kind, now);
        const start = warningStart(limit);
        if (limit === 'unlimited' || start === null || used < start || figures.dismissed.includes(subject)) return [];
        return [{ kind, used, limit, subject }];
      });
      return {
        month: monthYear(now),
        messages: { used: figures.messages, limit: LIMITS[tier].messages },
        kinds,
        ...sumConversations(figures.conversations),
        met: figures.met,
        warnings,
      };
    },

    check: async (userId: UserId, kind: UsageKind): Promise<UsageCheck> => {
      const usage = await getUsage(db, userId, await thisMonth());
      const access = await profile.accessOf(usage);
      const limit = LIMITS[access.tier][kind];
      return { canUse: fits(usage[kind], limit), planName: access.planName, limit, currentUsage: usage[kind] };
    },

    /** The month and limit that a message of this person counts against. */
    allowance: async (access: Access) => {
      const limit = LIMITS[access.tier].messages;
      return { month: await thisMonth(), limit, warnAt: warningStart(limit) };
    },
    /** The sentence about messages names the limit only (TEXT-20). */
    limitReached: (access: Access) => refuse('messages', access, LIMITS[access.tier].messages),

    /** For a module whose own statement counts uses with `countUse`. `refuse` is the error for what didn't fit. */
    allowanceFor,
    refuse,
    /** The same with the person's profile, in one statement. */
    allowanceWithProfile: async (userId: UserId, kind: UsageKind) => {
      const now = await clock.now();
      const row = await getProfileAndUsage(db, userId, monthYear(now));
      return { profile: row, ...(await allowanceOf(row, kind, now)) };
    },

    /** For scripts; no screen calls it. Counts all of the amount or nothing (USAGE-3). */
    track: async (userId: UserId, kind: UsageKind, amount: number): Promise<void> => {
      await count(userId, { kind, amount, subject: 'script' }, 'counted');
    },

    reserve,
    /** The same for something that is tried again under the same id after it failed: what was given back then is taken again. */
    reserveAgain: async (userId: UserId, request: UseRequest & { id: string }): Promise<void> => {
      await receipts.deleteReleased(db, { userId, id: request.id });
      await reserve(userId, request);
    },
    /** Confirms that the use happened. Settling again, or after a release, changes nothing. */
    settle: async (userId: UserId, id: string): Promise<void> => {
      await receipts.settleUse(db, { userId, id }, await clock.now());
    },
    /** Whether this receipt stands for something that happened. */
    hasCounted: async (userId: UserId, id: string): Promise<boolean> =>
      (await receipts.findUse(db, { userId, id }))?.status === 'counted',
    /** For something that wasn't created after all, or is no longer in use. Releasing it twice changes nothing. */
    release: async (userId: UserId, id: string): Promise<void> => {
      await receipts.releaseUse(db, { userId, id }, await clock.now());
    },
    /** Releases reservations whose process has died. */
    sweep: async (): Promise<void> => {
      const now = await clock.now();
      await receipts.releaseForgotten(db, { before: new Date(now.getTime() - FORGOTTEN_AFTER_MS), now });
    },

    receipts: async (
      userId: UserId,
      { period, cursor }: { period?: string | null | undefined; cursor?: string | undefined },
    ): Promise<UsageStatement> => {
      const shown = period === undefined ? await thisMonth() : period;
      const request = { userId, period: shown, after: cursor ?? null, limit: RECEIPTS_PER_PAGE + 1 };
      const rows = await receipts.listReceipts(db, request);
      const page = rows.slice(0, RECEIPTS_PER_PAGE);
      const sums = new Map((await receipts.sumReceipts(db, userId, shown)).map((row) => [row.kind, row.amount]));
      const sum = (kind: UsageKind) => sums.get(kind) ?? 0;
      return {
        period: shown,
        counted: {
          messages: sum('messages'),
          exports: sum('exports'),
          templates: sum('templates'),
          automations: sum('automations'),
          integrations: sum('integrations'),
        },
        receipts: page.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
        nextCursor: rows.length > RECEIPTS_PER_PAGE ? (page.at(-1)?.id ?? null) : null,
      };
    },

    history: async (userId: UserId): Promise<UsageHistory> => {
      const months = lastMonths(await thisMonth());
      const rows = await listMonths(db, userId, months[0] ?? '');
      const empty = { messages: 0, exports: 0, templates: 0 };
      return { months: months.map((month) => rows.find((row) => row.month === month) ?? { month, ...empty }) };
    },
  };
}
export type UsageService = ReturnType<typeof createUsageService>;
