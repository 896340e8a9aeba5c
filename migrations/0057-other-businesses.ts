import { sql, type Kysely } from 'kysely';

const UP = [
  sql`alter table profiles drop constraint profiles_business_type_check`,
  sql`alter table profiles add constraint profiles_business_type_check
    check (business_type in ('ecommerce', 'saas', 'freelancer', 'agency', 'other'))`,
  sql`alter table profiles add column business_type_text text not null default '' check (length(business_type_text) <= 80)`,
];

const DOWN = [
  sql`alter table profiles drop column business_type_text`,
  sql`update profiles set business_type = null where business_type = 'other'`,
  sql`alter table profiles drop constraint profiles_business_type_check`,
  sql`alter table profiles add constraint profiles_business_type_check
    check (business_type in ('ecommerce', 'saas', 'freelancer', 'agency'))`,
];

/** A kind of business other than the four, in its owner's words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of UP) await statement.execute(db);
}

/** Owners who chose another kind are asked again at onboarding. */
export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of DOWN) await statement.execute(db);
}
