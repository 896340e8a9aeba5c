import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import type { RunKey } from './run-claims.ts';

/** Part of a statement that updates a run: how many bytes its values take up in the tables. */
export const sizeOfValues = ({ userId, runId }: RunKey): RawBuilder<number> => sql<number>`
  pg_column_size(automation_runs.input) + (
    select coalesce(sum(pg_column_size(s.input) + pg_column_size(s.output)), 0) from automation_run_steps s
    where s.user_id = ${userId} and s.run_id = ${runId}::uuid)`;

/** In bytes. Larger outputs are texts, not results such as what a condition decided or how many items a loop has. */
const RESULT_MAX = 2_000;

/**
 * If a person's runs keep more than `allowance` bytes, deletes the values of up to `limit` runs, starting with those
 * that ended first. Numbers and booleans stay, because they show how the run went. Returns how many runs lost their
 * values. The user must be locked.
 */
export async function deleteOldestValues(
  trx: Db,
  { userId, allowance, limit, now }: { userId: UserId; allowance: number; limit: number; now: Date },
): Promise<number> {
  const { rows } = await sql`
    with kept as (
      select id, ended_at, sum(kept_bytes) over () - ${allowance}::bigint as excess,
        sum(kept_bytes) over (order by ended_at, id) - kept_bytes as older
      from automation_runs where user_id = ${userId} and kept_bytes > 0
    ), oldest as (
      select id from kept where ended_at is not null and older < excess order by ended_at, id limit ${limit}
    ), runs as (
      update automation_runs r set input = '{}', kept_bytes = 0, values_deleted_at = ${now}::timestamptz
      from oldest where r.user_id = ${userId} and r.id = oldest.id
      returning r.id
    ), steps as (
      update automation_run_steps s set input = '{}', output = case when pg_column_size(s.output) <= ${sql.lit(RESULT_MAX)} then (
          select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(s.output) as each (name, value)
          where jsonb_typeof(value) in ('number', 'boolean')) else '{}' end
      from runs where s.user_id = ${userId} and s.run_id = runs.id
    )
    select from runs`.execute(trx);
  return rows.length;
}
