import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../client.ts';
import type { TurnId, UserId } from '../../types.gen.ts';
import { countUse } from '../usage/count-use.ts';

/** What a turn counts against the limits. `spendingDay` is null if the operator has set no cap. */
export type Reservation = {
  month: string;
  limit: number;
  /** The number of messages at which the owner gets a warning. */
  warnAt: number | null;
  spendingDay: string | null;
  estimateMicroUsd: number;
  personCapMicroUsd: number | null;
  totalCapMicroUsd: number | null;
};

type Reserving = Reservation & { userId: UserId; turnId: TurnId; now: Date };
type Param = <K extends keyof Reserving>(name: K) => Reserving[K];

/**
 * The limits, all or nothing: `owned` is what the turn is for, `unit` has a row when everything fits, with a receipt of
 * the turn's id.
 * Spending rows are locked before they are compared, in the same order as everywhere: person, everyone, unit.
 */
export function limits(owned: RawBuilder<unknown>, param: Param): RawBuilder<unknown> {
  const day = sql`${param('spendingDay')}::text`;
  const estimate = sql`${param('estimateMicroUsd')}::bigint`;
  const fits = (spent: RawBuilder<unknown>, cap: RawBuilder<unknown>) =>
    sql`(${cap} is null or coalesce((select micro_usd from ${spent}), 0) + ${estimate} <= ${cap})`;
  return sql`
    owned as (${owned}),
    person as (select micro_usd from model_spending where user_id = ${param('userId')} and day = ${day} for update),
    everybody as (
      select micro_usd from model_spending_days where day = ${day} and (select count(*) from person) >= 0 for update
    ),
    fitting as (
      select ${fits(sql`person`, sql`${param('personCapMicroUsd')}::bigint`)} as person,
        ${fits(sql`everybody`, sql`${param('totalCapMicroUsd')}::bigint`)} as total
      from owned
    ),
    wanted as (select owned.assistant_type as subject from owned, fitting where person and total),
    ${countUse({
      userId: param('userId'),
      id: param('turnId'),
      kind: 'messages',
      period: param('month'),
      amount: sql.lit(1),
      limit: param('limit'),
      warnAt: param('warnAt'),
      status: sql.lit('reserved'),
      now: param('now'),
    })},
    spent as (
      update model_spending set micro_usd = micro_usd + ${estimate} from unit where user_id = ${param('userId')} and day = ${day}
    ),
    spent_by_all as (update model_spending_days set micro_usd = micro_usd + ${estimate} from unit where day = ${day})`;
}

/** Spending rows must exist before they can be locked. */
export async function prepareSpending(db: Db, userId: UserId, day: string): Promise<void> {
  await sql`
    with person as (
      insert into model_spending (user_id, day, micro_usd) values (${userId}, ${day}, 0) on conflict do nothing
    )
    insert into model_spending_days (day, micro_usd) values (${day}, 0) on conflict do nothing`.execute(db);
}
