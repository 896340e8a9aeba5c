import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';

export type ActivityRow = { templateId: string; uses: number; stars: number | null; isFavorite: boolean };

/** What a person has done with each template, if anything. */
export const selectActivity = (db: Db, userId: UserId) =>
  db
    .selectFrom('template_activity')
    .select(['template_id as templateId', 'uses', 'stars', 'is_favorite as isFavorite'])
    .where('user_id', '=', userId);

type Key = { userId: UserId; templateId: string };

/** Replaces an earlier rating. Returns false if the person hasn't used the template. */
export async function rateTemplate(db: Db, { userId, templateId }: Key, stars: number): Promise<boolean> {
  const rated = await db
    .updateTable('template_activity')
    .set({ stars })
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId)
    .where('uses', '>', 0)
    .returning('template_id')
    .executeTakeFirst();
  return rated !== undefined;
}

export async function setFavorite(db: Db, { userId, templateId }: Key, isFavorite: boolean): Promise<void> {
  await db
    .insertInto('template_activity')
    .values({ user_id: userId, template_id: templateId, is_favorite: isFavorite })
    .onConflict((conflict) => conflict.columns(['user_id', 'template_id']).doUpdateSet({ is_favorite: isFavorite }))
    .execute();
}

export type TotalsRow = { templateId: string; uses: number; ratings: number; stars: number };

/** What everyone together had done with each of our templates when it was last counted. */
export const selectTotals = (db: Db) =>
  db.selectFrom('template_totals').select(['template_id as templateId', 'uses', 'ratings', 'stars']);

/** What everyone together has done with each of these templates. Reads all of the table: only for a job. */
export async function sumActivity(db: Db, templateIds: readonly string[]): Promise<TotalsRow[]> {
  return db
    .selectFrom('template_activity')
    .select([
      'template_id as templateId',
      sql<number>`sum(uses)::int`.as('uses'),
      sql<number>`count(stars)::int`.as('ratings'),
      sql<number>`coalesce(sum(stars), 0)::int`.as('stars'),
    ])
    .where('template_id', 'in', [...templateIds])
    .groupBy('template_id')
    .execute();
}

/** Not in the statement that sums up: Citus refuses to change a reference table while it reads a distributed one. */
export async function saveTotals(db: Db, totals: readonly TotalsRow[], now: Date): Promise<void> {
  const rows = totals.map(({ templateId, ...sums }) => ({ template_id: templateId, ...sums, counted_at: now }));
  await db
    .insertInto('template_totals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('template_id').doUpdateSet((set) => ({
        uses: set.ref('excluded.uses'),
        ratings: set.ref('excluded.ratings'),
        stars: set.ref('excluded.stars'),
        counted_at: set.ref('excluded.counted_at'),
      })),
    )
    .execute();
}
