import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { countUse, type Use } from '../usage/count-use.ts';

export type TemplateUse = Omit<Use, 'kind' | 'status' | 'amount' | 'period'> & {
  period: string;
  templateId: string;
  /** What the receipt says. */
  subject: string;
  /** Identifies the template and the filled-in text. */
  resultDigest: string;
};

/**
 * Counts a use of a template in one statement, if it fits and the same result hasn't been counted this month. Returns the new total, or
 * undefined if nothing was counted. Of two calls with the same id or result at the same moment, one breaks a unique constraint.
 */
export async function useTemplate(
  db: Db,
  { subject, templateId, resultDigest, ...use }: TemplateUse,
): Promise<number | undefined> {
  const { userId, id, period } = use;
  const template = sql`${templateId}::text`;
  const now = sql`${use.now}::timestamptz`;
  const { rows } = await sql<{ used: number }>`
    with wanted as (
      select ${subject}::text as subject where not exists (
        select from template_uses
        where user_id = ${userId} and (id = ${id}::uuid or (period = ${period} and result_digest = ${resultDigest}))
      )
    ),
    ${countUse({ ...use, kind: 'templates', status: 'counted', amount: 1 })},
    result as (
      insert into template_uses (user_id, id, template_id, period, result_digest, used_at)
      select ${userId}::uuid, ${id}::uuid, ${template}, ${period}, ${resultDigest}, ${now} from unit
    ),
    activity as (
      insert into template_activity as known (user_id, template_id, uses, last_used_at)
      select ${userId}::uuid, ${template}, 1, ${now} from unit
      on conflict (user_id, template_id) do update set uses = known.uses + 1, last_used_at = excluded.last_used_at
    )
    select used from unit`.execute(db);
  return rows[0]?.used;
}

/** The digest of the result that the use with this id, or else one this month with this result, was counted for. */
export async function findTemplateUse(
  db: Db,
  { userId, id, period, resultDigest }: { userId: UserId; id: string; period: string; resultDigest: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('template_uses')
    .select('result_digest as resultDigest')
    .where('user_id', '=', userId)
    .where((is) =>
      is.or([is('id', '=', id), is.and([is('period', '=', period), is('result_digest', '=', resultDigest)])]),
    )
    .orderBy(sql`id = ${id}::uuid`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.resultDigest;
}

/** Deletes what was only kept to recognize a result within its month. Receipts and counts stay. */
export async function deleteOldTemplateUses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('template_uses').where('used_at', '<', before).execute();
}
