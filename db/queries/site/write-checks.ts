import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** Writes something tiny. Returns the database's time. Throws a DatabaseError if the database refuses writes. */
export async function checkWrites(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    insert into write_checks (id, checked_at) values (1, clock_timestamp())
    on conflict (id) do update set checked_at = excluded.checked_at
    returning clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the check wrote nothing');
  return row.now;
}
