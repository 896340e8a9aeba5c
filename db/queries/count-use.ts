import { sql, type RawBuilder } from 'kysely';
import type { UsageReceiptsTable, UserId } from '../types.gen.ts';

export type UsageKind = UsageReceiptsTable['kind'];
export type Use = {
  userId: UserId;
  /** The receipt's. */
  id: string;
  kind: UsageKind;
  /** A month, or 'at once'. */
  period: string;
  amount: number;
  /** Null: no limit. */
  limit: number | null;
  /** From here on the owner is told, once a kind and period. */
  warnAt: number | null;
  status: UsageReceiptsTable['status'];
  now: Date;
};

/**
 * Counts a use in one statement, all or nothing: the counter goes up where the limit lets it, a receipt is written, the
 * owner is warned. `unit` has a row when it fits. `wanted` has one row with the receipt's `subject`, or none.
 */
export function countUse(use: { [K in keyof Use]: K extends 'kind' ? UsageKind : unknown }): RawBuilder<unknown> {
  const counter = sql.ref(`${use.kind}_used`);
  const sum = sql`usage_tracking.${counter} + ${use.amount}::int`;
  const userId = sql`${use.userId}::uuid`;
  const period = sql`${use.period}::text`;
  const limit = sql`${use.limit}::int`;
  const now = sql`${use.now}::timestamptz`;
  const status = sql`${use.status}::text`;
  return sql`
    unit as (
      insert into usage_tracking (user_id, month_year, ${counter})
      select ${userId}, ${period}, ${use.amount}::int from wanted where ${limit} is null or ${use.amount}::int <= ${limit}
      on conflict (user_id, month_year) do update set ${counter} = ${sum} where ${limit} is null or ${sum} <= ${limit}
      returning ${counter} as used
    ),
    receipt as (
      insert into usage_receipts (user_id, id, kind, period, amount, subject, status, created_at, settled_at)
      select ${userId}, ${use.id}::uuid, ${sql.lit(use.kind)}, ${period}, ${use.amount}::int, wanted.subject, ${status}, ${now},
        case when ${status} <> 'reserved' then ${now} end
      from unit, wanted
    ),
    warning as (
      insert into notices (user_id, topic, subject, created_at)
      select ${userId}, 'usage_warning', ${sql.lit(use.kind)} || ' ' || ${period}, ${now} from unit where used >= ${use.warnAt}::int
      on conflict do nothing
    )`;
}
