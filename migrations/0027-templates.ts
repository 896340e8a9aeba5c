import { sql, type Kysely } from 'kysely';

const statements = [
  sql`create table own_templates (
    id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    title text not null check (length(title) between 1 and 80),
    description text not null default '' check (length(description) <= 160),
    category text not null check (category in ('email', 'social', 'ads', 'content')),
    folder text not null default '' check (length(folder) <= 40),
    assistant_type text not null check (length(assistant_type) <= 40),
    tags text[] not null default '{}' check (cardinality(tags) <= 5),
    subject text check (length(subject) <= 200),
    body text not null check (length(body) between 1 and 10000),
    blanks jsonb not null default '[]' check (jsonb_typeof(blanks) = 'array' and octet_length(blanks::text) <= 70000),
    words integer not null check (words >= 0),
    version integer not null default 1 check (version > 0),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    primary key (user_id, id)
  )`,
  sql`create index own_templates_deleted_at on own_templates (deleted_at) where deleted_at is not null`,
  sql`create table template_uses (
    user_id uuid not null references users (id) on delete cascade,
    id uuid not null,
    template_id text not null check (length(template_id) <= 60),
    period text not null check (period ~ '^[0-9]{4}-[0-9]{2}$'),
    result_digest text not null,
    used_at timestamptz not null,
    primary key (user_id, id),
    constraint template_uses_result unique (user_id, period, result_digest)
  )`,
  sql`create index template_uses_used_at on template_uses using brin (used_at)`,
  sql`create table template_activity (
    user_id uuid not null references users (id) on delete cascade,
    template_id text not null check (length(template_id) <= 60),
    uses integer not null default 0 check (uses >= 0),
    last_used_at timestamptz,
    stars integer check (stars between 1 and 5),
    is_favorite boolean not null default false,
    primary key (user_id, template_id),
    constraint template_activity_rated check (stars is null or uses > 0)
  )`,
  sql`create table template_totals (
    template_id text primary key check (length(template_id) <= 60),
    uses integer not null check (uses >= 0),
    ratings integer not null check (ratings >= 0),
    stars integer not null check (stars >= ratings),
    counted_at timestamptz not null
  )`,
];

const undo = [
  sql`drop table template_totals`,
  sql`drop table template_activity`,
  sql`drop table template_uses`,
  sql`drop table own_templates`,
];

/**
 * Templates: people's own, what each person used and rated, and what everyone did together (decision 034). The count of a person's own
 * ones is added at the end of 0028.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of undo) await statement.execute(db);
}
