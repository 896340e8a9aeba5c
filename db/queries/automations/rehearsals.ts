import type { Db } from '../../client.ts';
import type { AutomationRehearsalsTable, UserId } from '../../types.gen.ts';

export type RehearsalKey = { userId: UserId; automationId: string };
export type RehearsalRow = {
  id: string;
  version: number;
  revision: number;
  status: AutomationRehearsalsTable['status'];
  result: unknown;
  createdAt: Date;
};

/** The newest rehearsal of an automation. */
export async function findRehearsal(db: Db, { userId, automationId }: RehearsalKey): Promise<RehearsalRow | undefined> {
  return db
    .selectFrom('automation_rehearsals')
    .select(['id', 'version', 'revision', 'status', 'result', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('automation_id', '=', automationId)
    .executeTakeFirst();
}

/** Begins a rehearsal in place of the one before. Returns false if it is the same one. */
export async function beginRehearsal(
  trx: Db,
  {
    userId,
    automationId,
    id,
    version,
    revision,
    now,
  }: RehearsalKey & Pick<RehearsalRow, 'id' | 'version' | 'revision'> & { now: Date },
): Promise<boolean> {
  const begun = { id, version, revision, status: 'running' as const, result: null, created_at: now, ended_at: null };
  const row = await trx
    .insertInto('automation_rehearsals')
    .values({ user_id: userId, automation_id: automationId, ...begun })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'automation_id']).doUpdateSet(begun).where('automation_rehearsals.id', '<>', id),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Saves how far a rehearsal is; `endedAt` ends it. Returns false if it has ended, or another one took its place. */
export async function saveRehearsal(
  db: Db,
  { userId, automationId, id }: RehearsalKey & { id: string },
  saved: { status: RehearsalRow['status']; result: Record<string, unknown> | null; endedAt: Date | null },
): Promise<boolean> {
  const row = await db
    .updateTable('automation_rehearsals')
    .set({
      status: saved.status,
      ...(saved.result === null ? {} : { result: saved.result }),
      ended_at: saved.endedAt,
    })
    .where('user_id', '=', userId)
    .where('automation_id', '=', automationId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
