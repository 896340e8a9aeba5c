import { sql, type RawBuilder } from 'kysely';
import type { BudgetRefusal } from '#contract/billing/budgets.ts';
import type { Db } from '../../client.ts';
import type { UserId } from '../../types.gen.ts';
import { accessColumns, type AccessRow } from '../identity/profiles.ts';
import { fairShareLimit } from './fair-share.ts';

export type BudgetRequest = {
  userId: UserId;
  budget: string;
  /** The day in UTC, as `YYYY-MM-DD`. */
  day: string;
  amount: number;
  /** The maximum for this account, and for all accounts combined. */
  most: number;
  /** Whether an account on hold can take, too. */
  ignoresHold?: boolean;
  everyone: number;
  /** An account that has used more than this can't take from the reserved half. */
  share: number;
};
export type AccountRequest = Omit<BudgetRequest, 'everyone' | 'share'>;
// A process whose clock is behind counts toward the day that has already begun on other machines.
const usedOf = (table: 'budget_use' | 'budget_totals') => {
  const [day, used] = [sql.ref(`${table}.day`), sql.ref(`${table}.used`)];
  return sql`case when ${day} >= excluded.day then ${used} else 0 end + excluded.used`;
};
const dayOf = (table: 'budget_use' | 'budget_totals') => sql`greatest(${sql.ref(`${table}.day`)}, excluded.day)`;

/**
 * CTEs that take from a budget. `own` has a row if the account has enough left, and `taken` has one if all accounts
 * combined do, too. If `taken` is empty, `own` may have counted anyway: the statement must change nothing else, and
 * either its transaction is rolled back or the account's count is given back.
 */
function takeFromBudget(request: BudgetRequest): RawBuilder<unknown> {
  const { budget, day, amount, everyone, share } = request;
  const unreserved = fairShareLimit({ max: everyone, share }, share + 1);
  return sql`
    ${takeFromAccount(request)},
    taken as (
      insert into budget_totals (budget, day, used)
      select ${budget}, ${day}::text, ${amount}::bigint from own
      where ${amount}::bigint <= case when own.used <= ${share}::bigint then ${everyone}::bigint else ${unreserved}::bigint end
      on conflict (budget) do update set day = ${dayOf('budget_totals')}, used = ${usedOf('budget_totals')}
      where ${usedOf('budget_totals')} <= case when (select used from own) <= ${share}::bigint then ${everyone}::bigint else ${unreserved}::bigint end
      returning used
    )`;
}

/** Takes from the account's budget and from everyone's, or from neither. Returns null on success. */
export async function takeOfBudget(db: Db, request: BudgetRequest): Promise<BudgetRefusal | null> {
  const { rows } = await sql<{ isOwn: boolean; isTaken: boolean; isHeld: boolean }>`
    with ${takeFromBudget(request)}
    select exists (select from own) as "isOwn", exists (select from taken) as "isTaken",
      exists (select from users where id = ${request.userId}::uuid and held_at is not null) as "isHeld"`.execute(db);
  const [row] = rows;
  if (row?.isTaken) return null;
  if (row?.isHeld) return 'held';
  if (!row?.isOwn) return 'account';
  await giveBackToAccount(db, request);
  return 'everyone';
}

/** CTE that takes from the account's budget. It has a row if enough was left and the account isn't on hold. */
const takeFromAccount = ({
  userId,
  budget,
  day,
  amount,
  most,
  ignoresHold = false,
}: AccountRequest): RawBuilder<unknown> => sql`
    own as (
      insert into budget_use (user_id, budget, day, used)
      select id, ${budget}, ${day}::text, ${amount}::bigint from users
      where id = ${userId}::uuid and (held_at is null or ${ignoresHold}::boolean) and ${amount}::bigint <= ${most}::bigint
      on conflict (user_id, budget) do update set day = ${dayOf('budget_use')}, used = ${usedOf('budget_use')}
      where ${usedOf('budget_use')} <= ${most}::bigint
      returning used
    )`;

/** Takes from the account's budget only. Returns how much of it is used now, or why it was refused. */
export async function takeOfAccount(db: Db, request: AccountRequest): Promise<number | BudgetRefusal> {
  const { rows } = await sql<{ used: number | null; isHeld: boolean }>`
    with ${takeFromAccount(request)}
    select (select used::float8 from own) as used,
      exists (select from users where id = ${request.userId}::uuid and held_at is not null) as "isHeld"`.execute(db);
  return rows[0]?.used ?? (rows[0]?.isHeld ? 'held' : 'account');
}

type Taken = Pick<BudgetRequest, 'userId' | 'budget' | 'day' | 'amount'>;

/** Undoes `takeOfBudget`, unless a new day has begun since. */
export async function giveBackOfBudget(db: Db, taken: Taken): Promise<void> {
  await giveBackToAccount(db, taken);
  const { budget, day, amount } = taken;
  await sql`
    update budget_totals set used = greatest(used - ${amount}::bigint, 0)
    where budget = ${budget} and day = ${day}::text`.execute(db);
}

/** Undoes `takeOfAccount`, unless a new day has begun since. */
export async function giveBackToAccount(db: Db, { userId, budget, day, amount }: Taken): Promise<void> {
  await sql`
    update budget_use set used = greatest(used - ${amount}::bigint, 0)
    where user_id = ${userId}::uuid and budget = ${budget} and day = ${day}::text`.execute(db);
}

/** How much of a day's budgets an account's runs have used. */
export type RunUse = { steps: number; bytes: number };

/**
 * CTE for a statement that writes a run or a step; `ours` has its owner: counts what is written. It counts even past
 * the limit, because it has already happened; the limit is checked before the next step begins.
 */
export const countRunUse = (
  userId: UserId,
  { day, steps, bytes }: RunUse & { day: string },
): RawBuilder<unknown> => sql`
    counted as (
      insert into budget_use (user_id, budget, day, used)
      select ${userId}::uuid, new.budget, ${day}::text, new.used
      from ours, (values ('run_bytes', ${bytes}::bigint), ('run_steps', ${steps}::bigint)) as new (budget, used)
      where new.used > 0
      on conflict (user_id, budget) do update set day = ${dayOf('budget_use')}, used = ${usedOf('budget_use')}
      returning budget, used
    )`;
/** What an account's runs have used, including what `countRunUse` has just counted. */
export const COUNTED = sql<RunUse>`(
  select json_build_object('steps', max(used) filter (where budget = 'run_steps'), 'bytes', max(used) filter (where budget = 'run_bytes')) from counted)`;

/** Subquery: what an account's runs have used on a day, and whether the operator has put the account on hold. */
export const runUseOf = (userId: UserId, day: string): RawBuilder<RunUse & { isHeld: boolean }> => sql`(
  select json_build_object('steps', coalesce(max(used) filter (where budget = 'run_steps'), 0),
    'bytes', coalesce(max(used) filter (where budget = 'run_bytes'), 0),
    'isHeld', exists (select from users where id = ${userId}::uuid and held_at is not null))
  from budget_use where user_id = ${userId}::uuid and day >= ${day}::text and budget in ('run_steps', 'run_bytes'))`;

/** What all accounts combined have used of these budgets in a day. */
export async function sumUse(db: Db, budgets: ReadonlySet<string>, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<BudgetUse>`
    select budget, sum(used)::float8 as used from budget_use
    where budget = any(${sql.val([...budgets])}::text[]) and day >= ${day}::text group by budget`.execute(db);
  return new Map(rows.map(({ budget, used }) => [budget, used]));
}

export type AccountWithRuns = AccessRow & { userId: UserId };

/** Accounts whose runs have written something since `deleteOldBudgetUse`, ordered by id, starting after `after`. */
export async function listAccountsWithRuns(db: Db, after: UserId | null, limit: number): Promise<AccountWithRuns[]> {
  let query = db
    .selectFrom('budget_use')
    .innerJoin('profiles', 'profiles.user_id', 'budget_use.user_id')
    .select(['budget_use.user_id as userId', ...accessColumns])
    .where('budget', '=', 'run_bytes');
  if (after !== null) query = query.where('budget_use.user_id', '>', after);
  return query.orderBy('budget_use.user_id').limit(limit).execute();
}

export type BudgetUse = { budget: string; used: number };

/** What an account has used on a day. */
export async function listBudgetUse(db: Db, userId: UserId, day: string): Promise<BudgetUse[]> {
  const { rows } = await sql<BudgetUse>`
    select budget, used::float8 as used from budget_use where user_id = ${userId}::uuid and day >= ${day}::text`.execute(
    db,
  );
  return rows;
}

export type LargestUse = BudgetUse & { email: string; userId: UserId };

/** The accounts that have used the most of each budget on a day, up to `limit` per budget. */
export async function listLargestUse(db: Db, { day, limit }: { day: string; limit: number }): Promise<LargestUse[]> {
  const { rows } = await sql<LargestUse>`
    select placed.budget, placed.used::float8 as used, users.email, users.id as "userId" from (
      select *, row_number() over (partition by budget order by used desc, user_id) as place from budget_use
      where day >= ${day}::text and budget not like 'calls to %'
    ) placed join users on users.id = placed.user_id
    where place <= ${limit} order by placed.budget, placed.place`.execute(db);
  return rows;
}

/** Puts an account on hold, or releases it if `heldAt` is null. Returns false if no account has this address. */
export async function holdAccount(db: Db, email: string, heldAt: Date | null): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ held_at: heldAt })
    .where('email_lower', '=', email.toLowerCase())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the counts of earlier days. */
export async function deleteOldBudgetUse(db: Db, day: string): Promise<void> {
  await sql`delete from budget_use where day < ${day}::text`.execute(db);
  await sql`delete from budget_totals where day < ${day}::text`.execute(db);
}
