import { sql, type Kysely } from 'kysely';

const statements = [
  sql`alter table profiles add column passages_numbered integer not null default 0`,
  sql`create table sources (
    id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in ('file', 'page', 'site')),
    name text not null check (length(name) between 1 and 200),
    url text check (length(url) between 1 and 2000),
    state text not null check (state in ('waiting', 'reading', 'ready', 'failed')),
    problem text check (length(problem) <= 40),
    step text not null default 'read' check (step in ('read', 'describe', 'learn')),
    unit text check (unit in ('page', 'row', 'sheet', 'section')),
    units_done integer not null default 0,
    units integer not null default 0,
    bytes bigint not null default 0 check (bytes >= 0),
    used_from timestamptz not null,
    is_refreshed boolean not null default false,
    refresh_due_at timestamptz,
    conversation_id uuid,
    added_at timestamptz not null,
    read_at timestamptz,
    deleted_at timestamptz,
    forgotten_facts uuid[] not null default '{}',
    primary key (user_id, id),
    constraint sources_has_url check ((kind = 'file') = (url is null)),
    constraint sources_has_problem check (state <> 'failed' or problem is not null)
  )`,
  sql`create index sources_user_id_added on sources (user_id, added_at desc)`,
  sql`create index sources_refresh_due_at on sources (refresh_due_at) where refresh_due_at is not null`,
  sql`create index sources_deleted_at on sources (deleted_at) where deleted_at is not null`,
  sql`create table source_files (
    user_id uuid not null,
    source_id uuid not null,
    content bytea not null,
    primary key (user_id, source_id),
    foreign key (user_id, source_id) references sources (user_id, id) on delete cascade
  )`,
  sql`create table source_pages (
    user_id uuid not null,
    source_id uuid not null,
    number integer not null check (number > 0),
    url text not null check (length(url) between 1 and 2000),
    title text not null check (length(title) <= 200),
    hash text not null,
    etag text check (length(etag) <= 500),
    last_modified text check (length(last_modified) <= 100),
    read_at timestamptz not null,
    primary key (user_id, source_id, number),
    foreign key (user_id, source_id) references sources (user_id, id) on delete cascade
  )`,
  sql`create table passages (
    id uuid not null,
    user_id uuid not null,
    source_id uuid not null,
    number integer not null check (number > 0),
    position integer not null check (position >= 0),
    page_url text check (length(page_url) between 1 and 2000),
    headings text[] not null default '{}',
    page integer,
    sheet text check (length(sheet) <= 200),
    rows integer[] not null default '{}',
    text text not null check (length(text) between 1 and 2000),
    language text not null default '' check (length(language) <= 12),
    learning text not null default 'due' check (learning in ('due', 'done')),
    words tsvector not null,
    primary key (user_id, id),
    constraint passages_number unique (user_id, number),
    foreign key (user_id, source_id) references sources (user_id, id) on delete cascade
  )`,
  sql`create index passages_user_id_source on passages (user_id, source_id, position)`,
  sql`create index passages_user_id_due on passages (user_id, source_id, position) where learning = 'due'`,
  sql`create index passages_words on passages using gin (words)`,
  sql`alter table facts drop constraint facts_source_check`,
  sql`alter table facts
    add constraint facts_source_check check (source in ('typed', 'message', 'file', 'page', 'profile')),
    add column language text not null default '' check (length(language) <= 12),
    add column source_id uuid,
    add column passage_id uuid,
    add column confirmed_at timestamptz`,
  sql`create index facts_user_id_source on facts (user_id, source_id) where source_id is not null`,
  sql`alter table turns
    add column offered_passages uuid[] not null default '{}',
    add column offered_messages uuid[] not null default '{}'`,
];

const undo = [
  sql`alter table turns drop column offered_messages, drop column offered_passages`,
  sql`drop index facts_user_id_source`,
  sql`delete from facts where source not in ('typed', 'message')`,
  sql`alter table facts drop constraint facts_source_check`,
  sql`alter table facts
    add constraint facts_source_check check (source in ('typed', 'message')),
    drop column language,
    drop column source_id,
    drop column passage_id,
    drop column confirmed_at`,
  sql`drop table passages`,
  sql`drop table source_pages`,
  sql`drop table source_files`,
  sql`drop table sources`,
  sql`alter table profiles drop column passages_numbered`,
];

/** Documents and web pages that a team reads, and the passages they are split into. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
