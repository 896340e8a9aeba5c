import { sql } from 'kysely';
import type { Db } from '../client.ts';

/** Claims a chore that runs once in `everyMs`, whichever process asks. Returns whether it is this one's to do. */
export async function claimChore(
  db: Db,
  name: string,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<boolean> {
  const before = new Date(now.getTime() - everyMs);
  const row = await db
    .insertInto('chores')
    .values({ name, ran_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ ran_at: now })
        .where(sql<boolean>`chores.ran_at <= ${before}`),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}
