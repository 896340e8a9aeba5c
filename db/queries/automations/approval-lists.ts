import { sql } from 'kysely';
import type { Definition } from '#contract/automations/definition.ts';
import { ANSWERED_STATUSES } from '#contract/automations/run-states.ts';
import type { Db } from '../../client.ts';
import type { AutomationsTable, UserId } from '../../types.gen.ts';
import type { ApprovalRow } from './approvals.ts';

/** With the automation that asks, and the version that its run began with. */
export type ListedApproval = ApprovalRow & {
  stepKey: string;
  createdAt: Date;
  answeredAt: Date | null;
  emailedAt: Date | null;
  linkNumber: number;
  automationId: string;
  automationName: string;
  assistantId: AutomationsTable['assistant_type'];
  definition: Definition;
};

const select = (db: Db, userId: UserId) =>
  db
    .selectFrom('automation_approvals as p')
    .innerJoin('automation_runs as r', (join) => join.on('r.user_id', '=', userId).onRef('r.id', '=', 'p.run_id'))
    .innerJoin('automations as a', (join) => join.on('a.user_id', '=', userId).onRef('a.id', '=', 'r.automation_id'))
    .innerJoin('automation_versions as v', (join) =>
      join
        .on('v.user_id', '=', userId)
        .onRef('v.automation_id', '=', 'r.automation_id')
        .onRef('v.version', '=', 'r.version'),
    )
    .select([
      'p.id',
      'p.run_id as runId',
      'p.step_key as stepKey',
      'p.title',
      'p.body',
      'p.edited_body as editedBody',
      'p.status',
      'p.if_late as ifLate',
      'p.deadline',
      'p.created_at as createdAt',
      'p.answered_at as answeredAt',
      'p.effective_at as effectiveAt',
      'p.answered_from as answeredFrom',
      'p.emailed_at as emailedAt',
      'p.link_number as linkNumber',
      'p.reason',
      'a.id as automationId',
      'a.name as automationName',
      'a.assistant_type as assistantId',
      sql<Definition>`v.definition`.as('definition'),
    ])
    .where('p.user_id', '=', userId);

/** What waits for its owner, the next deadline first. */
export const listWaitingApprovals = (
  db: Db,
  { userId, now, limit }: { userId: UserId; now: Date; limit: number },
): Promise<ListedApproval[]> =>
  select(db, userId)
    .where('p.status', '=', 'waiting')
    .where('p.deadline', '>', now)
    .orderBy('p.deadline')
    .orderBy('p.id')
    .limit(limit)
    .execute();

/** What was answered, or wasn't in time, the newest first. */
export const listAnsweredApprovals = (
  db: Db,
  { userId, limit }: { userId: UserId; limit: number },
): Promise<ListedApproval[]> =>
  select(db, userId)
    .where('p.status', 'in', [...ANSWERED_STATUSES, 'late'])
    .orderBy('p.answered_at', 'desc')
    .orderBy('p.id')
    .limit(limit)
    .execute();

export const findListedApproval = (
  db: Db,
  { userId, id }: { userId: UserId; id: string },
): Promise<ListedApproval | undefined> => select(db, userId).where('p.id', '=', id).executeTakeFirst();

/** How many questions wait for their owner. */
export async function countWaitingApprovals(db: Db, userId: UserId, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('automation_approvals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'waiting')
    .where('deadline', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}
