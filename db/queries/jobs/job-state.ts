import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** Whether a process is running this job, as far as its heartbeats say. */
export async function isJobRunning(db: Db, jobId: string): Promise<boolean> {
  const { rows } = await sql`select from pgboss.job where id = ${jobId}::uuid and state = 'active'`.execute(db);
  return rows.length > 0;
}
