import { sql, type Kysely } from 'kysely';

const UP = [
  sql`create table former_emails (
    user_id uuid not null references users (id) on delete cascade,
    email_lower text not null,
    email text not null check (length(email) between 3 and 254),
    replaced_at timestamptz not null,
    ip_address text not null,
    user_agent text not null,
    primary key (user_id, email_lower)
  )`,
  sql`create index former_emails_email_lower on former_emails (email_lower, replaced_at)`,
  sql`alter table email_links drop constraint email_links_change_check`,
  sql`alter table email_links add constraint email_links_change_check
    check (case purpose when 'change_email' then new_email is not null when 'reset_password' then true else new_email is null end)`,
];

const DOWN = [
  sql`drop table former_emails`,
  sql`delete from email_links where purpose = 'reset_password' and new_email is not null`,
  sql`alter table email_links drop constraint email_links_change_check`,
  sql`alter table email_links add constraint email_links_change_check check ((purpose = 'change_email') = (new_email is not null))`,
];

/** Addresses that accounts had before, which a reset can restore for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
