import { MESSAGE_LIMITS, monthYear } from '#contract/limits.ts';
import { messageLimitText } from '#contract/texts.ts';
import type { Db } from '#db/client.ts';
import { getMonthFigures, getUsage, reserveMessages } from '#db/queries/usage.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Access, ProfileService } from '#server/modules/profile/profile.service.ts';

export function createUsageService({ db, clock, profile }: { db: Db; clock: Clock; profile: ProfileService }) {
  const thisMonth = async () => monthYear(await clock.now());
  const limitReached = (access: Access) =>
    new AppError('USAGE_LIMIT', messageLimitText(access.planName, MESSAGE_LIMITS[access.tier]));

  return {
    overview: async (userId: UserId) => {
      const month = await thisMonth();
      const figures = await getMonthFigures(db, userId, month);
      const access = await profile.accessOf(figures);
      return {
        month,
        messages: { used: figures.messagesUsed, limit: MESSAGE_LIMITS[access.tier] },
        conversations: figures.conversations,
        daysActive: figures.daysActive,
      };
    },

    check: async (userId: UserId) => {
      const usage = await getUsage(db, userId, await thisMonth());
      const access = await profile.accessOf(usage);
      const limit = MESSAGE_LIMITS[access.tier];
      return {
        canUse: usage.messagesUsed < limit,
        planName: access.planName,
        limit,
        currentUsage: usage.messagesUsed,
      };
    },

    /** The month and limit that a message of this person counts against. */
    allowance: async (access: Access) => ({ month: await thisMonth(), limit: MESSAGE_LIMITS[access.tier] }),
    limitReached,

    /** For scripts; no screen calls it (DECISIONS "Usage"). */
    track: async (userId: UserId, amount: number): Promise<void> => {
      const month = await thisMonth();
      const access = await profile.accessOf(await getUsage(db, userId, month));
      const used = await reserveMessages(db, { userId, month, amount, limit: MESSAGE_LIMITS[access.tier] });
      if (used === undefined) throw limitReached(access);
    },
  };
}
export type UsageService = ReturnType<typeof createUsageService>;
