import { LIMITS } from '#contract/billing/limits.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { effectiveTier } from '#contract/billing/tiers.ts';
import type { Db } from '#db/client.ts';
import { listCounted, turnOff as turnOffRows } from '#db/queries/automations/automations-switch.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import { releaseUses } from '#db/queries/usage/usage-receipts.ts';
import type { UserId } from '#db/types.gen.ts';
import { overLimitNotice } from './over-limit-notice.ts';
import { disarm } from '../schedule/arm.ts';

/** `reason` is null if their owner turned them off. */
type Off = { userId: UserId; automationIds: readonly string[]; reason: 'plan' | 'failures' | 'loop' | null; now: Date };

/** Turns off those that are on, releases what they use of the plan, and returns which they were. The person is held. */
export async function turnOff(trx: Db, { userId, automationIds, reason, now }: Off): Promise<string[]> {
  const off = await turnOffRows(trx, { userId, automationIds }, reason);
  const ids = off.map(({ receiptId }) => receiptId);
  if (ids.length > 0) await releaseUses(trx, { userId, ids }, now);
  for (const { automationId } of off) await disarm(trx, { userId, automationId });
  return off.map(({ automationId }) => automationId);
}

/** Turns off the newest of those that the plan has no room for, and tells their owner once, who can choose others. The person is held. */
export async function pauseOverLimit(trx: Db, userId: UserId, now: Date): Promise<void> {
  const tier = effectiveTier(await getProfile(trx, userId), now);
  const limit = LIMITS[tier].automations;
  if (limit === 'unlimited') return;
  const on = (await listCounted(trx, userId)).filter(({ isOn }) => isOn);
  const automationIds = on.slice(limit).map(({ automationId }) => automationId);
  const off = await turnOff(trx, { userId, automationIds, reason: 'plan', now });
  const owner = { usage: { limit }, access: { planName: PLAN_NAMES[tier] } };
  if (off.length > 0) await addNotice(trx, overLimitNotice({ userId, owner, paused: off.length, now }));
}
