import { sql } from 'kysely';
import type { Db } from './client.ts';
import { inTransaction } from './transaction.ts';

/**
 * Tables that stay whole when the others are spread over partitions or machines by `user_id` (decision 026, docs/growth.md), with the reason.
 * On Citus they are reference tables.
 */
export const REFERENCE_TABLES: Readonly<Record<string, string>> = {
  users: 'finds a person by address',
  former_emails: 'finds a person by an address that they had',
  identities: 'finds a person by their account at a sign-in service',
  stripe_customers: 'finds a person by their customer at Stripe',
  oauth_attempts: 'belongs to nobody yet',
  passkey_challenges: 'belongs to nobody yet',
  guest_purchases: 'belongs to nobody yet',
  trial_claims: 'outlives the account',
  payment_history: 'outlives the account',
  attempt_counters: 'counts networks and addresses, too',
  model_spending_days: 'what everyone has spent',
  budget_totals: 'what everyone has used',
  signing_keys: 'for everyone',
  app_secrets: 'for everyone',
  template_totals: 'what everyone has used and rated together',
  scheduled_jobs: 'the scheduler reads what is due for everyone',
  newsletter_subscribers: 'subscribers need no account',
  newsletter_deliveries: 'subscribers need no account',
  contact_messages: 'senders need no account',
  status_checks: 'for everyone',
  write_checks: 'for everyone',
};

const ours = sql`t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
  and t.relname not like 'kysely%'`;
const reference = sql`array[${sql.join(Object.keys(REFERENCE_TABLES))}]::text[]`;
const isReference = sql`t.relname = any (${reference})`;

/** The tables that are spread by `user_id`. */
export async function listDistributedTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.relname as name from pg_class t where ${ours} and not ${isReference} order by t.oid`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * What in the schema breaks a rule that Citus documents for distributed and reference tables, or ours that keys begin with the owner;
 * one sentence each, empty if nothing does.
 */
export async function listDistributionProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    with tables as (select t.oid, t.relname as name, ${isReference} as is_reference from pg_class t where ${ours}),
    distributed as (select * from tables where not is_reference),
    owners as (
      select d.oid, d.name, a.attnum, a.atttypid, a.attnotnull from distributed d
        left join pg_attribute a on a.attrelid = d.oid and a.attname = 'user_id' and not a.attisdropped
    )
    select format('%s has no user_id and is not listed as a reference table', name) as problem from owners where attnum is null
    union all
    select format('%s.user_id is not a uuid', name) from owners where attnum is not null and atttypid <> 'uuid'::regtype
    union all
    select format('%s.user_id can be null', name) from owners where attnum is not null and not attnotnull
    union all
    select format('%s has no primary key', name) from tables
      where not exists (select from pg_index i where i.indrelid = tables.oid and i.indisprimary)
    union all
    select format('the unique index %s does not begin with user_id', i.indexrelid::regclass)
      from owners o join pg_index i on i.indrelid = o.oid and i.indisunique where i.indkey[0] <> o.attnum
    union all
    select format('the exclusion constraint %s does not begin with user_id', k.conname)
      from owners o join pg_constraint k on k.conrelid = o.oid and k.contype = 'x' where k.conkey[1] <> o.attnum
    union all
    select format('the foreign key %s does not begin with user_id on both sides', k.conname)
      from owners o join pg_constraint k on k.conrelid = o.oid and k.contype = 'f' left join owners target on target.oid = k.confrelid
      where k.conkey[1] <> o.attnum or k.confkey[1] <> target.attnum
    union all
    select format('the foreign key %s would change user_id', k.conname) from distributed d join pg_constraint k on k.conrelid = d.oid
      where k.contype = 'f' and (k.confupdtype <> 'a' or k.confdeltype in ('n', 'd'))
    union all
    select format('the foreign key %s leads from a reference table to a distributed one', k.conname)
      from tables t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' join distributed d on d.oid = k.confrelid
      where t.is_reference
    union all
    select format('%s has the trigger %s', t.name, g.tgname) from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
    union all
    select format('%s inherits from another table', t.name) from tables t join pg_inherits i on i.inhrelid = t.oid
    union all
    select format('%s.%s takes its numbers from a sequence and is not a bigint', t.name, a.attname)
      from tables t join pg_attribute a on a.attrelid = t.oid and not a.attisdropped
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%') and a.atttypid <> 'bigint'::regtype
    union all
    select format('%s is listed as a reference table and does not exist', name) from unnest(${reference}) as listed (name)
      where not exists (select from tables where tables.name = listed.name)
    order by problem`.execute(db);
  return rows.map(({ problem }) => problem);
}

/**
 * Splits every distributed table into hash partitions by `user_id`, in one transaction, rows included. The partitions are in a schema of
 * their own, so whatever lists our tables finds each once. Keys and indexes keep their names; their parts have a number behind it, as on Citus.
 */
export async function partitionByUser(db: Db, partitions: number): Promise<void> {
  const names = await listDistributedTables(db);
  await inTransaction(db, async (trx) => {
    const run = (statement: string) => sql.raw(statement).execute(trx);
    const { rows: foreignKeys } = await sql<{ table: string; add: string }>`
      select conrelid::regclass::text as "table", format('add constraint %I %s', conname, pg_get_constraintdef(oid)) as add
      from pg_constraint where contype = 'f' and conrelid::regclass::text = any (${names})`.execute(trx);
    const { rows: keys } = await sql<{ table: string; add: string }>`
      select conrelid::regclass::text as "table", format('add constraint %I %s', conname, pg_get_constraintdef(oid)) as add
      from pg_constraint where contype in ('p', 'u') and conrelid::regclass::text = any (${names})`.execute(trx);
    const { rows: indexes } = await sql<{ statement: string }>`
      select pg_get_indexdef(i.indexrelid) as statement from pg_index i
      where i.indrelid::regclass::text = any (${names}) and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(
      trx,
    );
    await run('create schema partitions');
    for (const name of names) {
      await run(
        `create table ${name}_split (like ${name} including defaults including constraints) partition by hash (user_id)`,
      );
      for (let remainder = 0; remainder < partitions; remainder += 1)
        await run(`create table partitions.${name}_${remainder} partition of ${name}_split
          for values with (modulus ${partitions}, remainder ${remainder})`);
      await run(`insert into ${name}_split select * from ${name}`);
      await run(`drop table ${name} cascade`);
      await run(`alter table ${name}_split rename to ${name}`);
    }
    for (const { table, add } of keys) await run(`alter table ${table} ${add}`);
    for (const { statement } of indexes) await run(statement);
    for (const { table, add } of foreignKeys) await run(`alter table ${table} ${add}`);
    const { rows: parts } = await sql<{ statement: string }>`
      select format('alter index partitions.%I rename to %I', part.relname, concat(whole.relname, '_', substring(t.relname from '[0-9]+$')))
        as statement
      from pg_inherits h join pg_class part on part.oid = h.inhrelid join pg_class whole on whole.oid = h.inhparent
        join pg_index i on i.indexrelid = part.oid join pg_class t on t.oid = i.indrelid
      where part.relnamespace = 'partitions'::regnamespace and part.relkind = 'i'`.execute(trx);
    for (const { statement } of parts) await run(statement);
  });
}
