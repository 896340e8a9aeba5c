import { BUDGETS, type BudgetName } from '#contract/billing/budgets.ts';
import type { UserId } from '#db/types.gen.ts';
import type { TestApp } from './test-app.ts';

const today = async (app: TestApp) => (await app.clock.now()).toISOString().slice(0, 10);

/** Has a person use up a budget for today, except for `left`, on the plan `free`. */
export async function useUp(app: TestApp, userId: UserId, budget: BudgetName, { left = 0 } = {}): Promise<void> {
  const used = BUDGETS[budget].perAccount.free - left;
  await app.db
    .insertInto('budget_use')
    .values({ user_id: userId, budget, day: await today(app), used })
    .onConflict((conflict) => conflict.columns(['user_id', 'budget']).doUpdateSet({ used }))
    .execute();
}

/** How much of a budget everyone together has used today. */
export async function haveAllUsed(app: TestApp, budget: string, used: number): Promise<void> {
  await app.db
    .insertInto('budget_totals')
    .values({ budget, day: await today(app), used })
    .onConflict((conflict) => conflict.column('budget').doUpdateSet({ used }))
    .execute();
}

/** What a person has used of a budget. */
export async function usedOf(app: TestApp, userId: UserId, budget: string): Promise<number> {
  const row = await app.db
    .selectFrom('budget_use')
    .select('used')
    .where('user_id', '=', userId)
    .where('budget', '=', budget)
    .executeTakeFirst();
  return Number(row?.used ?? 0);
}
