import { MESSAGE_LIMITS, monthYear } from '#contract/limits.ts';
import { messageLimitText } from '#contract/texts.ts';
import type { Db } from '#db/client.ts';
import { getMessagesUsed, getMonthFigures, giveBackMessage, reserveMessages } from '#db/queries/usage.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Access, ProfileService } from '#server/modules/profile/profile.service.ts';

export function createUsageService({ db, clock, profile }: { db: Db; clock: Clock; profile: ProfileService }) {
  /** Takes messages of this month or throws USAGE_LIMIT. `trx` ties it to what the caller saves. Returns the month charged. */
  async function reserve(trx: Db, userId: UserId, access: Access, amount = 1): Promise<string> {
    const month = monthYear(await clock.now());
    const limit = MESSAGE_LIMITS[access.tier];
    const used = await reserveMessages(trx, { userId, month, amount, limit });
    if (used === undefined) throw new AppError('USAGE_LIMIT', messageLimitText(access.planName, limit));
    return month;
  }

  return {
    overview: async (userId: UserId) => {
      const month = monthYear(await clock.now());
      const [access, figures] = await Promise.all([profile.access(userId), getMonthFigures(db, userId, month)]);
      return {
        month,
        messages: { used: figures.messagesUsed, limit: MESSAGE_LIMITS[access.tier] },
        conversations: figures.conversations,
        daysActive: figures.daysActive,
      };
    },

    check: async (userId: UserId) => {
      const month = monthYear(await clock.now());
      const [access, currentUsage] = await Promise.all([profile.access(userId), getMessagesUsed(db, userId, month)]);
      const limit = MESSAGE_LIMITS[access.tier];
      return { canUse: currentUsage < limit, planName: access.planName, limit, currentUsage };
    },

    reserve,

    giveBack: (trx: Db, userId: UserId, month: string): Promise<void> => giveBackMessage(trx, userId, month),

    /** For scripts; no screen calls it (DECISIONS "Usage"). */
    track: async (userId: UserId, amount: number): Promise<void> => {
      await reserve(db, userId, await profile.access(userId), amount);
    },
  };
}
export type UsageService = ReturnType<typeof createUsageService>;
