import { sql, type Kysely } from 'kysely';

const UP = [
  sql`create table source_sites (
    user_id uuid not null,
    source_id uuid not null,
    page_count integer not null check (page_count >= 0),
    addresses text[] not null check (cardinality(addresses) <= 2000),
    chosen text[] check (cardinality(chosen) <= 49),
    primary key (user_id, source_id),
    foreign key (user_id, source_id) references sources (user_id, id) on delete cascade
  )`,
  sql`alter table source_pages add column key text not null default '' check (length(key) <= 2000)`,
  // Addresses with parameters get their key when the page is read again.
  sql`update source_pages set key = regexp_replace(rtrim(regexp_replace(url, '^https?://(www[.])?', ''), '/'), '^[^/]+$', '\\&/')
    where url !~ '[?#]'`,
  sql`create index source_pages_user_id_key on source_pages (user_id, key)`,
  sql`alter table sources add column same_as uuid`,
];

const DOWN = [
  sql`alter table sources drop column same_as`,
  sql`drop index source_pages_user_id_key`,
  sql`alter table source_pages drop column key`,
  sql`drop table source_sites`,
];

/** Which pages a site has, which of them its owner chose, and each page's key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
