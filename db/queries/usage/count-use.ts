import { sql, type RawBuilder } from 'kysely';
import type { UsageReceiptsTable, UserId } from '../../types.gen.ts';
import { returningAdded, scheduleAddedNotices } from '../notices/added-notices.ts';

export type UsageKind = UsageReceiptsTable['kind'];
export type Use = {
  userId: UserId;
  /** The receipt's id. */
  id: string;
  kind: UsageKind;
  /** A month, or null for what counts only while in use. */
  period: string | null;
  amount: number;
  /** Null means no limit. */
  limit: number | null;
  /** The count from which the owner gets a warning, once per kind and period, and once more when the limit is reached. */
  warnAt: number | null;
  status: UsageReceiptsTable['status'];
  now: Date;
};

/**
 * Counts a use in one statement, all or nothing: the counter is raised if the limit allows it, a receipt is written, the owner is warned.
 * `unit` has a row when it fits. `wanted` has one row with the receipt's `subject`, or none.
 */
export function countUse(use: { [K in keyof Use]: K extends 'kind' ? UsageKind : unknown }): RawBuilder<unknown> {
  const userId = sql`${use.userId}::uuid`;
  const period = sql`${use.period}::text`;
  const limit = sql`${use.limit}::int`;
  const now = sql`${use.now}::timestamptz`;
  const status = sql`${use.status}::text`;
  const warnAt = sql`${use.warnAt}::int`;
  const isInUse = use.period === null;
  const table = sql.table(isInUse ? 'usage_in_use' : 'usage_tracking');
  const key = isInUse ? sql`user_id` : sql`user_id, month_year`;
  const values = isInUse ? userId : sql`${userId}, ${period}`;
  const counter = sql.ref(isInUse ? use.kind : `${use.kind}_used`);
  const sum = sql`${table}.${counter} + ${use.amount}::int`;
  return sql`
    unit as (
      insert into ${table} (${key}, ${counter})
      select ${values}, ${use.amount}::int from wanted where ${limit} is null or ${use.amount}::int <= ${limit}
      on conflict (${key}) do update set ${counter} = ${sum} where ${limit} is null or ${sum} <= ${limit}
      returning ${counter} as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select ${userId}, ${use.id}::uuid, ${sql.lit(use.kind)}, ${period}, ${use.amount}::int, wanted.subject, ${status}, ${now},
        case when ${status} <> 'reserved' then ${now} end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at, details)
      select ${userId}, case when used >= ${limit} and ${warnAt} < ${limit} then 'usage_limit' else 'usage_warning' end,
        concat_ws(' ', ${sql.lit(use.kind)}, ${period}), ${now}, jsonb_build_object('used', used, 'limit', ${limit})
      from unit where used >= ${warnAt}
      on conflict do nothing ${returningAdded()}
    ),
    warning_email as (${scheduleAddedNotices({ added: sql`warning`, owner: userId })})`;
}
