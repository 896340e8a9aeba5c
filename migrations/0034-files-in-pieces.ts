import { sql, type Kysely } from 'kysely';

/** The size of a piece, in bytes. */
const PIECE = sql.lit(128 * 1024);

const statements = [
  sql`alter table source_files
    add column id uuid,
    add column started_at timestamptz,
    alter column content drop not null`,
  sql`update source_files set id = source_id, started_at = now()`,
  sql`alter table source_files
    drop constraint source_files_pkey,
    alter column source_id drop not null,
    alter column started_at set not null,
    add primary key (user_id, id),
    add constraint source_files_source unique (user_id, source_id),
    add foreign key (user_id) references users (id) on delete cascade`,
  sql`create index source_files_unfinished on source_files (started_at) where source_id is null`,
  sql`create table source_file_pieces (
    user_id uuid not null,
    file_id uuid not null,
    position integer not null check (position >= 0),
    content bytea not null check (octet_length(content) between 1 and 262144),
    primary key (user_id, file_id, position),
    foreign key (user_id, file_id) references source_files (user_id, id) on delete cascade
  )`,
  sql`insert into source_file_pieces (user_id, file_id, position, content)
    select user_id, id, n, substring(content from n * ${PIECE} + 1 for ${PIECE})
    from source_files, generate_series(0, (octet_length(content) - 1) / ${PIECE}) n`,
  // Dropping a column doesn't free its TOAST values.
  sql`update source_files set content = null`,
  sql`alter table source_files drop column content`,
];

const undo = [
  sql`delete from source_files where source_id is null`,
  sql`alter table source_files add column content bytea`,
  sql`update source_files f set content = (
    select string_agg(p.content, ''::bytea order by p.position) from source_file_pieces p
    where p.user_id = f.user_id and p.file_id = f.id)`,
  sql`delete from source_files where content is null`,
  sql`drop table source_file_pieces`,
  sql`drop index source_files_unfinished`,
  sql`alter table source_files
    drop constraint source_files_user_id_fkey,
    drop constraint source_files_source,
    drop constraint source_files_pkey,
    drop column id,
    drop column started_at,
    alter column source_id set not null,
    alter column content set not null,
    add primary key (user_id, source_id)`,
];

/**
 * Stores uploaded files in pieces, each written by a short statement: a file of 19 MB in one statement blocked the
 * embedded database, and with it everyone, for six seconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
