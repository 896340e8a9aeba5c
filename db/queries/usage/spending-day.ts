import { sql } from 'kysely';
import type { Db } from '../../client.ts';

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
