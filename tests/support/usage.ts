import { BUDGETS, type BudgetName } from '#contract/billing/budgets.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isMonthly, usagePeriod, USAGE_KINDS, type UsageKind } from '#contract/billing/limits.ts';
import type { UserId } from '#db/types.gen.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** What a person has used before the test begins. Returns its receipt's id. */
export async function haveUsed(
  app: Pick<TestApp, 'db' | 'clock'>,
  userId: UserId,
  { kind, amount }: { kind: UsageKind; amount: number },
): Promise<string> {
  const now = await app.clock.now();
  const id = randomUUID();
  const period = usagePeriod(kind, now);
  const counter = sql.ref(isMonthly(kind) ? `${kind}_used` : kind);
  const add = isMonthly(kind)
    ? sql`insert into usage_tracking as t (user_id, month_year, ${counter}) values (${userId}, ${period}, ${amount})
        on conflict (user_id, month_year)`
    : sql`insert into usage_in_use as t (user_id, ${counter}) values (${userId}, ${amount}) on conflict (user_id)`;
  await sql`${add} do update set ${counter} = t.${counter} + excluded.${counter}`.execute(app.db);
  await app.db
    .insertInto('usage_receipts')
    .values({
      user_id: userId,
      id,
      kind,
      period,
      amount,
      subject: 'earlier',
      status: 'counted',
      created_at: now,
      settled_at: now,
    })
    .execute();
  return id;
}

/** Every counter that doesn't match the sum of its receipts: of every person, kind and period. */
export async function disagreements(app: Pick<TestApp, 'db'>): Promise<unknown[]> {
  const counters = sql.join(
    USAGE_KINDS.map((kind) =>
      isMonthly(kind)
        ? sql`select user_id, month_year as period, ${kind}::text as kind, ${sql.ref(`${kind}_used`)} as counted from usage_tracking`
        : sql`select user_id, '' as period, ${kind}::text as kind, ${sql.ref(kind)} as counted from usage_in_use`,
    ),
    sql` union all `,
  );
  const { rows } = await sql`
    with counters as (${counters}),
    sums as (
      select user_id, coalesce(period, '') as period, kind, sum(amount)::int as added from usage_receipts
      where status <> 'released' group by 1, 2, 3
    )
    select * from counters full join sums using (user_id, period, kind)
    where coalesce(counted, 0) <> coalesce(added, 0)`.execute(app.db);
  return rows;
}

const today = async (app: TestApp) => (await app.clock.now()).toISOString().slice(0, 10);

/** Uses up a person's budget for today, except for `left`. The person is on the plan `free`. */
export async function useUp(app: TestApp, userId: UserId, budget: BudgetName, { left = 0 } = {}): Promise<void> {
  const used = BUDGETS[budget].perAccount.free - left;
  await app.db
    .insertInto('budget_use')
    .values({ user_id: userId, budget, day: await today(app), used })
    .onConflict((conflict) => conflict.columns(['user_id', 'budget']).doUpdateSet({ used }))
    .execute();
}

/** Sets how much of a budget all accounts combined have used today. */
export async function haveAllUsed(app: TestApp, budget: string, used: number): Promise<void> {
  await app.db
    .insertInto('budget_totals')
    .values({ budget, day: await today(app), used })
    .onConflict((conflict) => conflict.column('budget').doUpdateSet({ used }))
    .execute();
}

/** How much of each budget all people together have used. */
export async function usedByAll(app: TestApp): Promise<Map<string, number>> {
  const rows = await app.db
    .selectFrom('budget_use')
    .select(['budget', sql<number>`sum(used)::float8`.as('used')])
    .groupBy('budget')
    .execute();
  return new Map(rows.map(({ budget, used }) => [budget, used]));
}

/** How much of a budget a person has used. */
export async function usedOf(app: TestApp, userId: UserId, budget: string): Promise<number> {
  const row = await app.db
    .selectFrom('budget_use')
    .select('used')
    .where('user_id', '=', userId)
    .where('budget', '=', budget)
    .executeTakeFirst();
  return row?.used ?? 0;
}
