import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table word_counts (
    user_id uuid not null references users (id) on delete cascade,
    word text collate "C" not null check (length(word) between 1 and 80),
    facts integer not null default 0 check (facts >= 0),
    passages integer not null default 0 check (passages >= 0),
    primary key (user_id, word)
  )`,
  sql`create index word_counts_user_id_ending on word_counts (user_id, (reverse(word) collate "C"))`,
  sql`insert into word_counts (user_id, word, facts)
    select user_id, substr(word, 9), count(*) from facts, unnest(tsvector_to_array(words)) as word
    where length(word) > 8 group by 1, 2`,
  sql`alter table profiles add column text_languages text[] not null default '{}'`,
  sql`update profiles set text_languages = '{english}' where facts_numbered > 0`,
];

const undo = [sql`alter table profiles drop column text_languages`, sql`drop table word_counts`];

/**
 * How rare each word is in what a team knows, so that a question looks up its rarest words; and the languages in which it was indexed.
 * What there is was indexed in English and stays so: it can be found by the same words as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
