import { LIMITS, monthYear, noticeStart, USAGE_KINDS, warningSubject } from '#contract/billing/limits.ts';
import { effectiveTier } from '#contract/billing/tiers.ts';
import type { Db } from '#db/client.ts';
import type { Billing, SyncResult } from '#db/queries/billing/subscriptions.ts';
import { deleteNotices, markPaymentFailuresRead } from '#db/queries/notices/notices.ts';
import { getUsage } from '#db/queries/usage/usage.ts';

type Entitlement = Pick<
  SyncResult,
  'userId' | 'now' | 'tier' | 'status' | 'planEndsAt' | 'ownTrialEndsAt' | 'pastDueSince'
>;

/**
 * What the bell says that is over with a sync: a payment that failed, and shares of limits that aren't used on another plan. The latter
 * are deleted, so that they count as new if the new plan's limit comes near in the same month.
 */
export async function clearNotices(trx: Db, { access }: Billing, after: Entitlement): Promise<void> {
  const { userId, now, ownTrialEndsAt: trialEndsAt } = after;
  if (after.pastDueSince === null) await markPaymentFailuresRead(trx, userId, now);
  const tier = effectiveTier({ ...after, trialEndsAt }, now);
  if (tier === effectiveTier(access, now)) return;
  const usage = await getUsage(trx, userId, monthYear(now));
  const over = USAGE_KINDS.flatMap((kind) =>
    (['usage_warning', 'usage_limit'] as const)
      .filter((topic) => usage[kind] < (noticeStart(topic, LIMITS[tier][kind]) ?? Infinity))
      .map((topic) => ({ topic, subject: warningSubject(kind, now) })),
  );
  await deleteNotices(trx, userId, over);
}
