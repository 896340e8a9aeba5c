import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** A job as this process has fetched it. Each time a job is fetched again, `retryCount` is higher. */
export type HeldJob = { id: string; name: string; retryCount: number };

/** Shows that these jobs are running. Returns the ids of those that still belong to this process. */
export async function refreshHeartbeats(db: Db, jobs: readonly HeldJob[]): Promise<string[]> {
  const [names, ids] = [jobs.map(({ name }) => name), jobs.map(({ id }) => id)];
  const attempts = jobs.map(({ retryCount }) => retryCount);
  const { rows } = await sql<{ id: string }>`
    update pgboss.job j set heartbeat_on = now()
    from unnest(${names}::text[], ${ids}::uuid[], ${attempts}::integer[]) as held (name, id, attempt)
    where j.name = held.name and j.id = held.id and j.retry_count = held.attempt and j.state = 'active'
    returning j.id`.execute(db);
  return rows.map(({ id }) => id);
}
