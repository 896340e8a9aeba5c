import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { RunKey } from './run-claims.ts';
import { waitsIfOneAtATime } from './run-line.ts';

type Versions = {
  own: Record<string, unknown>;
  live: Record<string, unknown>;
  liveVersion: number;
  /** The step that failed last. */
  failedKey: string;
};

/** The steps that a failed run has, and those that are live now. Undefined if it has the live version, or no step failed. */
export async function findVersionsOfRun(trx: Db, { userId, runId }: RunKey): Promise<Versions | undefined> {
  const { rows } = await sql<Versions>`
    select own.definition as own, live.definition as live, live.version as "liveVersion", s.key as "failedKey"
    from automation_runs r
    join automations a on a.user_id = r.user_id and a.id = r.automation_id
    join automation_versions own on own.user_id = r.user_id and own.automation_id = r.automation_id and own.version = r.version
    join automation_versions live on live.user_id = r.user_id and live.automation_id = r.automation_id and live.version = a.live_version
    join automation_run_steps s on s.user_id = r.user_id and s.run_id = r.id and s.status = 'failed'
    where r.user_id = ${userId} and r.id = ${runId}::uuid and live.version <> own.version
      and a.user_id = ${userId} and own.user_id = ${userId} and live.user_id = ${userId} and s.user_id = ${userId}
    order by s.place desc limit 1`.execute(trx);
  return rows[0];
}

export async function setVersionOfRun(trx: Db, { userId, runId }: RunKey, version: number): Promise<void> {
  await trx
    .updateTable('automation_runs')
    .set({
      version,
      exclusive: waitsIfOneAtATime({ userId, automationId: sql.ref('automation_runs.automation_id'), version }),
    })
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .execute();
}
