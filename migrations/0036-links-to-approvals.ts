import { sql, type Kysely } from 'kysely';

const PURPOSES = "'confirm', 'reset_password', 'change_email', 'reauthenticate'";

const UP = [
  sql`alter table email_links add column approval_id uuid`,
  sql`alter table email_links drop constraint email_links_purpose_check`,
  sql`alter table email_links add constraint email_links_purpose_check check (purpose in (${sql.raw(PURPOSES)}, 'approval'))`,
  sql`alter table email_links add constraint email_links_approval_check check ((purpose = 'approval') = (approval_id is not null))`,
  sql`alter table email_links add constraint email_links_approval
    foreign key (user_id, approval_id) references automation_approvals (user_id, id) on delete cascade`,
  // A link's page shows the decision for as long as the run is kept.
  sql`insert into email_links (token_hash, user_id, purpose, approval_id, created_at, expires_at)
    select link_hash, user_id, 'approval', id, created_at, deadline + interval '90 days'
    from automation_approvals where link_hash is not null`,
  sql`alter table automation_approvals drop column link_hash`,
  sql`alter table automation_approvals add column link_number integer not null default 0`,
];

const DOWN = [
  sql`alter table automation_approvals drop column link_number`,
  sql`alter table automation_approvals add column link_hash text`,
  sql`update automation_approvals p set link_hash = (
      select token_hash from email_links l where l.user_id = p.user_id and l.approval_id = p.id
      order by l.created_at desc, l.token_hash limit 1)`,
  sql`delete from email_links where purpose = 'approval'`,
  sql`alter table email_links drop column approval_id`,
  sql`alter table email_links drop constraint email_links_purpose_check`,
  sql`alter table email_links add constraint email_links_purpose_check check (purpose in (${sql.raw(PURPOSES)}))`,
];

/** Moves approval links to the table of email links that act in their owner's name, so that they end together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
