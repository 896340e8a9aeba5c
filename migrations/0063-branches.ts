import { sql, type Kysely } from 'kysely';

const UP = [
  sql`alter table conversations add column last_answer_id uuid`,
  sql`alter table turns
    add column follows uuid,
    add column choice integer not null default 1 check (choice > 0),
    add column repeats uuid`,
  // Versions follow the answer that is shown before the oldest of them.
  sql`with versions as (
      select t.user_id, t.conversation_id, coalesce(t.version_of, t.question_id) as first, min(q.created_at) as begun,
        (array_agg(t.answer_id order by q.created_at desc) filter (where not q.is_replaced))[1] as shown
      from turns t join messages q on q.user_id = t.user_id and q.id = t.question_id
      group by t.user_id, t.conversation_id, coalesce(t.version_of, t.question_id)
    ),
    placed as (
      select *, count(shown) over (
        partition by user_id, conversation_id order by begun, first rows between unbounded preceding and 1 preceding) as shown_before
      from versions
    )
    update turns set follows = coalesce(before.shown, turns.conversation_id)
    from placed v left join placed before on before.user_id = v.user_id and before.conversation_id = v.conversation_id
      and before.shown is not null and before.shown_before = v.shown_before - 1
    where v.user_id = turns.user_id and v.conversation_id = turns.conversation_id
      and v.first = coalesce(turns.version_of, turns.question_id)`,
  // The version that is shown is the one that was chosen last.
  sql`update turns set choice = ranked.choice from (
      select t.user_id, t.id, row_number() over (
        partition by t.user_id, t.follows order by q.is_replaced desc, q.created_at, q.id) as choice
      from turns t join messages q on q.user_id = t.user_id and q.id = t.question_id
    ) ranked
    where ranked.user_id = turns.user_id and ranked.id = turns.id and ranked.choice > 1`,
  sql`alter table turns alter column follows set not null, add constraint turns_one_chosen unique (user_id, follows, choice)`,
  sql`update turns set repeats = (
      select other.question_id
      from turns other
        join messages said on said.user_id = other.user_id and said.id = other.question_id
        join messages own on own.user_id = turns.user_id and own.id = turns.question_id
      where other.user_id = turns.user_id and other.follows = turns.follows and said.content = own.content
        and (said.created_at, said.id) < (own.created_at, own.id)
      order by said.created_at, said.id limit 1)
    where version_of is not null`,
  sql`update conversations set last_answer_id = (
    select m.id from turns t join messages m on m.user_id = t.user_id and m.id = t.answer_id
    where t.user_id = conversations.user_id and t.conversation_id = conversations.id and not m.is_replaced
    order by m.created_at desc, m.id desc limit 1)`,
  sql`alter table turns drop column version_of`,
];

const DOWN = [
  sql`alter table turns add column version_of uuid`,
  sql`update turns set version_of = (
      select other.question_id
      from turns other join messages said on said.user_id = other.user_id and said.id = other.question_id
      where other.user_id = turns.user_id and other.follows = turns.follows
      order by said.created_at, said.id limit 1)`,
  sql`update turns set version_of = null where version_of = question_id`,
  sql`alter table turns drop column follows, drop column choice, drop column repeats`,
  sql`create index turns_user_id_versions on turns (user_id, conversation_id, version_of) where version_of is not null`,
  sql`alter table conversations drop column last_answer_id`,
];

/** The exchanges of a conversation become a tree: any of them can have other versions, each with what came after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

/** What came after a version that isn't shown stays hidden: only the versions themselves can be shown again. */
export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
