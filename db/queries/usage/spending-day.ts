import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

/**
 * Takes from a day's allowance for the model in one conditional statement, so no number of parallel requests gets past the cap. Returns
 * false, and takes nothing, if it doesn't fit.
 */
export async function takeOfSpendingDay(
  db: Db,
  { day, microUsd, capMicroUsd }: { day: string; microUsd: number; capMicroUsd: number },
): Promise<boolean> {
  if (microUsd > capMicroUsd) return false;
  const row = await db
    .insertInto('model_spending_days')
    .values({ day, micro_usd: microUsd })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({ micro_usd: sql<number>`model_spending_days.micro_usd + ${microUsd}` })
        .where(sql<boolean>`model_spending_days.micro_usd + ${microUsd} <= ${capMicroUsd}`),
    )
    .returning('day')
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds to what a day has cost; a negative number subtracts, never below zero. */
export async function correctSpendingDay(db: Db, day: string, microUsd: number): Promise<void> {
  await db
    .updateTable('model_spending_days')
    .set({ micro_usd: sql<number>`greatest(micro_usd + ${microUsd}::bigint, 0)` })
    .where('day', '=', day)
    .execute();
}

/**
 * Takes from a person's and from everyone's allowance of a day, all or nothing, in one statement. Both rows must exist
 * (`prepareSpending`). They are locked before they are compared, in the same order as everywhere: person, everyone.
 */
export async function takeOfSpending(
  db: Db,
  {
    userId,
    day,
    microUsd,
    personCapMicroUsd,
    totalCapMicroUsd,
  }: {
    userId: UserId;
    day: string;
    microUsd: number;
    personCapMicroUsd: number | null;
    totalCapMicroUsd: number | null;
  },
): Promise<boolean> {
  const { rows } = await sql`
    with person as (select micro_usd from model_spending where user_id = ${userId} and day = ${day} for update),
    everybody as (
      select micro_usd from model_spending_days where day = ${day} and (select count(*) from person) > 0 for update
    ),
    fitting as (
      select from person, everybody
      where (${personCapMicroUsd}::bigint is null or person.micro_usd + ${microUsd}::bigint <= ${personCapMicroUsd}::bigint)
        and (${totalCapMicroUsd}::bigint is null or everybody.micro_usd + ${microUsd}::bigint <= ${totalCapMicroUsd}::bigint)
    ),
    spent as (
      update model_spending set micro_usd = micro_usd + ${microUsd}::bigint from fitting
      where user_id = ${userId} and day = ${day}
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + ${microUsd}::bigint from fitting where day = ${day})
    select from fitting`.execute(db);
  return rows.length > 0;
}

/** Adds to what a day has cost for a person and for everyone; a negative number subtracts, never below zero. */
export async function correctSpending(
  db: Db,
  { userId, day, microUsd }: { userId: UserId; day: string; microUsd: number },
): Promise<void> {
  await sql`
    with person as (
      update model_spending set micro_usd = greatest(micro_usd + ${microUsd}::bigint, 0)
      where user_id = ${userId} and day = ${day} returning 1
    )
    update model_spending_days set micro_usd = greatest(micro_usd + ${microUsd}::bigint, 0)
    from (select count(*) from person) as after_person where day = ${day}`.execute(db);
}
