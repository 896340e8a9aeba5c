import {
  BUDGET_NAMES,
  BUDGETS,
  budgetsRenewAt,
  budgetText,
  hostFullText,
  IGNORES_HOLD,
  standingOf,
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
 * One person's calls in this process. While a row of theirs is locked, each call holds one of the database's connections
 * until it is refused, so only a few run at a time. A page makes about ten calls; no person, and hardly a script, needs
 * 20 a second for long.
 */
const CALLS = { concurrency: 4, maxWaiting: 200, maxWaitMs: 5_000 };
const CALL_RATE = { burst: 1_000, perSecond: 20 };
/** For refusals that have nothing to do with the plan. */
const ANY_PLAN = { tier: 'free', isInTrial: false, trialEndsAt: null } as const;

/** The account whose budgets are used. */
export type Account = { userId: UserId; access: Pick<Access, 'tier' | 'isInTrial' | 'trialEndsAt'> };

type Totals = Awaited<ReturnType<typeof budgets.sumUse>>;

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

  function usedUp(account: Account, budget: BudgetName, refusal: BudgetRefusal, now: Date): BudgetUsedUpError {
    const text = budgetText(budget, refusal, account.access, mostOf(budget, account, now));
    return new BudgetUsedUpError(budget, refusal, text, budgetsRenewAt(now));
  }

  /**
   * Takes `amount` from a budget, in the transaction `on` if one is given. If too little is left, takes nothing and
   * throws BudgetUsedUpError.
   */
  async function take(account: Account, budget: BudgetName, on: Db = db, amount = 1): Promise<void> {
    const now = await clock.now();
    const { everyone, share } = BUDGETS[budget];
    const most = mostOf(budget, account, now);
    const ignoresHold = IGNORES_HOLD.has(budget);
    const request = { userId: account.userId, budget, day: dayOf(now), amount, most, ignoresHold };
    const refusal = await budgets.takeOfBudget(on, { ...request, everyone: everyone * factor, share: share * factor });
    if (refusal !== null) throw usedUp(account, budget, refusal, now);
  }

  /** Like `take`, but looks up the account's plan, and doesn't work in a transaction. */
  async function charge(userId: UserId, budget: BudgetName, amount = 1): Promise<void> {
    await take({ userId, access: await profile.accessOf(await getProfile(db, userId)) }, budget, db, amount);
  }

  async function giveBack(userId: UserId, budget: BudgetName, takenAt: Date, amount = 1): Promise<void> {
    await budgets.giveBackOfBudget(db, { userId, budget, day: dayOf(takenAt), amount });
  }

  let known: { day: string; until: number; sums: Promise<Totals> } | null = null;
  function totalsOf(now: Date): Promise<Totals> {
    const day = dayOf(now);
    if (known?.day !== day || known.until < performance.now())
      known = { day, until: performance.now() + TOTALS_KNOWN_MS, sums: budgets.sumUse(db, day) };
    const { sums } = known;
    sums.catch(() => (known = null));
    return sums;
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
     * account has, so the plan is only read for those who do. The total of all accounts is read once a minute, as in
     * `findFull`.
     */
    takeChange: async (userId: UserId, path: string, input: unknown): Promise<void> => {
      const amount = weightOfChange(path, input);
      if (amount === 0) return;
      const now = await clock.now();
      const { perAccount, everyone, share } = BUDGETS.changes;
      const request = { userId, budget: 'changes', day: dayOf(now), amount, most: perAccount.free * factor };
      let taken = await budgets.takeOfAccount(db, request);
      const access = taken === 'account' ? await profile.accessOf(await getProfile(db, userId)) : null;
      if (access)
        taken = await budgets.takeOfAccount(db, { ...request, most: mostOf('changes', { userId, access }, now) });
      const cap = { max: everyone * factor, share: share * factor };
      if (typeof taken === 'number' && (await totalsOf(now)).changes < fairShareLimit(cap, taken)) return;
      if (typeof taken === 'number') await giveBack(userId, 'changes', now, amount);
      const refusal = typeof taken === 'number' ? 'everyone' : taken;
      throw usedUp({ userId, access: access ?? ANY_PLAN }, 'changes', refusal, now);
    },

    /**
     * The budget that an account's runs have used up, given `used`, or null. If the account is on hold, it's the first
     * one. The total of all accounts is read once a minute: a single counter would make every step of every run wait
     * for the one before it.
     */
    findFull: async (
      account: Account,
      used: RunUse & { isHeld: boolean },
      now: Date,
    ): Promise<BudgetUsedUpError | null> => {
      const all = await totalsOf(now);
      for (const [budget, own, total] of [
        ['run_steps', used.steps, all.steps],
        ['run_bytes', used.bytes, all.bytes],
      ] as const) {
        const { everyone, share } = BUDGETS[budget];
        const isOwnFull = own >= mostOf(budget, account, now);
        const allowed = fairShareLimit({ max: everyone * factor, share: share * factor }, own);
        const refusal = used.isHeld ? 'held' : isOwnFull ? 'account' : total >= allowed ? 'everyone' : null;
        if (refusal) return usedUp(account, budget, refusal, now);
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
