import { sql, type Kysely } from 'kysely';

/**
 * A fact says which property of its subject it is about, and has the figure in its value (decision 061). Facts from
 * before have neither, because no model rereads them. A message can withdraw a fact without replacing it.
 *
 * Until now a fact with another figure for the same subject replaced the one before, whatever the figure was of. Those
 * that may have been lost this way are marked, so that their owner can bring them back: the two sentences differ in
 * more than their figures.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table facts
    add column attribute text not null default '' check (length(attribute) <= 60),
    add column quantity numeric,
    add column unit text not null default '' check (length(unit) <= 20),
    add column withdrawn_conversation_id uuid,
    add column withdrawn_message_id uuid,
    add column is_doubtful boolean not null default false`.execute(db);
  await sql`create index facts_user_id_withdrawn on facts (user_id, withdrawn_conversation_id)
    where withdrawn_conversation_id is not null`.execute(db);
  await sql`create index facts_user_id_doubtful on facts (user_id, number desc) where is_doubtful`.execute(db);
  await sql`
    update facts old set is_doubtful = true from facts newer
    where old.state = 'superseded' and newer.user_id = old.user_id and newer.id = old.superseded_by
      and newer.source in ('message', 'typed') and newer.kind = old.kind and lower(newer.subject) = lower(old.subject)
      and old.value ~ '[0-9]' and newer.value ~ '[0-9]'
      and regexp_replace(lower(old.statement), '[0-9]+([.,:][0-9]+)*', '', 'g')
        <> regexp_replace(lower(newer.statement), '[0-9]+([.,:][0-9]+)*', '', 'g')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table facts
    drop column is_doubtful, drop column withdrawn_message_id, drop column withdrawn_conversation_id,
    drop column unit, drop column quantity, drop column attribute`.execute(db);
}
