import {
  BUDGET_NAMES,
  BUDGETS,
  budgetsRenewAt,
  budgetText,
  hostFullText,
  IGNORES_HOLD,
  standingOf,
  SUMMED,
  UNPAID_CALLS_TO_ONE_HOST,
  type BudgetName,
  type BudgetRefusal,
} from '#contract/billing/budgets.ts';
import { BUDGET_LABELS } from '#contract/billing/budget-names.ts';
import type { Db } from '#db/client.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import * as budgets from '#db/queries/usage/budgets.ts';
import type { RunUse } from '#db/queries/usage/budgets.ts';
import { fairShareLimit } from '#db/queries/usage/fair-share.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { BudgetUsedUpError } from '#server/lib/budget-used-up.ts';
import { createQueuePerKey } from '#server/lib/concurrency/queue-per-key.ts';
import type { UsageToday } from './usage.dto.ts';
import { weightOfChange } from './weight-of-change.ts';
import type { Access, ProfileService } from '#server/modules/profile/profile.service.ts';

const TOTALS_KNOWN_MS = 60_000;
/**
 * One person's calls in this process. While a row of theirs is locked, each call holds one of the database's
 * connections until it is refused, so only a few run at a time. A page makes about ten calls; no person, and hardly a
 * script, needs 20 a second for long.
 */
const CALLS = { concurrency: 4, maxWaiting: 200, maxWaitMs: 5_000 };
const CALL_RATE = { burst: 1_000, perSecond: 20 };
/** For refusals that have nothing to do with the plan. */
const ANY_PLAN = { tier: 'free', isInTrial: false, trialEndsAt: null } as const;

/** The account whose budgets are used. */
export type Account = { userId: UserId; access: Pick<Access, 'tier' | 'isInTrial' | 'trialEndsAt'> };

type Dependencies = {
  db: Db;
  clock: Clock;
  profile: Pick<ProfileService, 'accessOf'>;
  factor: number;
};

/** Daily budgets (`#contract/billing/budgets.ts`). `factor` multiplies all of them, for tests and benchmarks. */
export function createBudgets({ db, clock, profile, factor }: Dependencies) {
  const dayOf = (now: Date) => now.toISOString().slice(0, 10);
  const mostOf = (budget: BudgetName, { access }: Account, now: Date) =>
    BUDGETS[budget].perAccount[standingOf(access, now)] * factor;
  const capOf = (budget: BudgetName) => ({
    max: BUDGETS[budget].everyone * factor,
    share: BUDGETS[budget].share * factor,
  });

  function usedUp(account: Account, budget: BudgetName, refusal: BudgetRefusal, now: Date): BudgetUsedUpError {
    const text = budgetText(budget, refusal, account.access, mostOf(budget, account, now));
    return new BudgetUsedUpError(budget, refusal, text, budgetsRenewAt(now));
  }

  let known: { day: string; until: number; sums: Promise<Map<string, number>> } | null = null;
  /** What all accounts combined have used of a budget in SUMMED, at most a minute ago. */
  async function totalOf(budget: BudgetName, now: Date, on: Db): Promise<number> {
    const day = dayOf(now);
    if (known?.day !== day || known.until < performance.now())
      known = { day, until: performance.now() + TOTALS_KNOWN_MS, sums: budgets.sumUse(on, SUMMED, day) };
    const { sums } = known;
    sums.catch(() => (known = null));
    return (await sums).get(budget) ?? 0;
  }

  /** Whether everyone's total leaves something to an account that has used `used`. */
  const isLeftFor = async (budget: BudgetName, used: number, now: Date, on: Db): Promise<boolean> =>
    (await totalOf(budget, now, on)) < fairShareLimit(capOf(budget), used);

  /** Takes from a budget in SUMMED. Returns why it was refused, or null. */
  async function takeSummed(
    request: budgets.AccountRequest & { budget: BudgetName },
    now: Date,
    on: Db,
  ): Promise<BudgetRefusal | null> {
    const taken = await budgets.takeOfAccount(on, request);
    if (typeof taken !== 'number') return taken;
    if (await isLeftFor(request.budget, taken, now, on)) return null;
    await budgets.giveBackToAccount(on, request);
    return 'everyone';
  }

  /**
   * Takes `amount` from a budget, in the transaction `on` if one is given, which must be rolled back if this throws. If
   * too little is left, takes nothing and throws BudgetUsedUpError.
   */
  async function take(account: Account, budget: BudgetName, on: Db = db, amount = 1): Promise<void> {
    const now = await clock.now();
    const ignoresHold = IGNORES_HOLD.has(budget);
    const most = mostOf(budget, account, now);
    const request = { userId: account.userId, budget, day: dayOf(now), amount, most, ignoresHold };
    const { max, share } = capOf(budget);
    const refusal = SUMMED.has(budget)
      ? await takeSummed(request, now, on)
      : await budgets.takeOfBudget(on, { ...request, everyone: max, share });
    if (refusal !== null) throw usedUp(account, budget, refusal, now);
  }

  /** Like `take`, but looks up the account's plan, and doesn't work in a transaction. */
  async function charge(userId: UserId, budget: BudgetName, amount = 1): Promise<void> {
    await take({ userId, access: await profile.accessOf(await getProfile(db, userId)) }, budget, db, amount);
  }

  async function giveBack(userId: UserId, budget: BudgetName, takenAt: Date, amount = 1): Promise<void> {
    await budgets.giveBackOfBudget(db, { userId, budget, day: dayOf(takenAt), amount });
  }

  const isUnpaid = ({ access }: Account, now: Date) => ['free', 'new_trial', 'trial'].includes(standingOf(access, now));

  const rate = { burst: CALL_RATE.burst * factor, perSecond: CALL_RATE.perSecond * factor };
  const calls = createQueuePerKey({ ...CALLS, rate });

  return {
    take,
    charge,

    /** Does one call of a person's when its turn comes. Throws SERVER_BUSY if too many of theirs are waiting. */
    inTurn: calls.run,

    /**
     * Takes one call to a host. Accounts without a paid plan share one limit per host, so that together they can't
     * flood it. Throws like `take`.
     */
    takeCall: async (account: Account, host: string): Promise<void> => {
      await take(account, 'calls');
      const now = await clock.now();
      if (!isUnpaid(account, now)) return;
      const most = mostOf('calls', account, now);
      const cap = { everyone: UNPAID_CALLS_TO_ONE_HOST * factor, share: BUDGETS.calls.share * factor };
      const request = { userId: account.userId, budget: `calls to ${host}`, day: dayOf(now), amount: 1, most, ...cap };
      const refusal = await budgets.takeOfBudget(db, request);
      if (refusal === null) return;
      await giveBack(account.userId, 'calls', now);
      throw new BudgetUsedUpError('calls', refusal, hostFullText(host), budgetsRenewAt(now));
    },

    /**
     * Takes a mutation's weight from the budget for changes. Throws like `take`. Almost nobody needs more than a free
     * account has, so the plan is only read for those who do.
     */
    takeChange: async (userId: UserId, path: string, input: unknown): Promise<void> => {
      const amount = weightOfChange(path, input);
      if (amount === 0) return;
      const now = await clock.now();
      const most = BUDGETS.changes.perAccount.free * factor;
      const refusal = await takeSummed({ userId, budget: 'changes', day: dayOf(now), amount, most }, now, db);
      if (refusal === 'account') return charge(userId, 'changes', amount);
      if (refusal !== null) throw usedUp({ userId, access: ANY_PLAN }, 'changes', refusal, now);
    },

    /**
     * The budget that an account's runs have used up, given `used`, or null. If the account is on hold, it's the first
     * one.
     */
    findFull: async (
      account: Account,
      used: RunUse & { isHeld: boolean },
      now: Date,
    ): Promise<BudgetUsedUpError | null> => {
      for (const [budget, own] of [
        ['run_steps', used.steps],
        ['run_bytes', used.bytes],
      ] as const) {
        if (used.isHeld) return usedUp(account, budget, 'held', now);
        if (own >= mostOf(budget, account, now)) return usedUp(account, budget, 'account', now);
        if (!(await isLeftFor(budget, own, now, db))) return usedUp(account, budget, 'everyone', now);
      }
      return null;
    },

    /** Like `take`, but looks up the account's plan, and returns false if too little is left. */
    takeFor: async (userId: UserId, budget: BudgetName, on: Db = db): Promise<boolean> => {
      try {
        await take({ userId, access: await profile.accessOf(await getProfile(on, userId)) }, budget, on);
        return true;
      } catch (error) {
        if (error instanceof BudgetUsedUpError) return false;
        throw error;
      }
    },

    /** Gives back what was taken for something that definitely didn't happen. */
    giveBack,

    today: async (userId: UserId): Promise<UsageToday> => {
      const now = await clock.now();
      const account = { userId, access: await profile.accessOf(await getProfile(db, userId)) };
      const used = new Map((await budgets.listBudgetUse(db, userId, dayOf(now))).map((one) => [one.budget, one.used]));
      return {
        renewsAt: budgetsRenewAt(now).toISOString(),
        budgets: BUDGET_NAMES.map((budget) => ({
          budget,
          label: BUDGET_LABELS[budget],
          used: used.get(budget) ?? 0,
          most: mostOf(budget, account, now),
        })),
      };
    },

    purge: async (): Promise<void> => budgets.deleteOldBudgetUse(db, dayOf(await clock.now())),
  };
}
export type Budgets = ReturnType<typeof createBudgets>;
