import { sql, type Kysely } from 'kysely';

/** An address that no mail server alters: the only kind that is accepted from now on. */
const PLAIN =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$/;

/** Where the mail transport has delivered emails to this address so far, if that is an address of its own. */
function deliveredTo(email: string): string | undefined {
  const sent = email.replaceAll(/[\p{Cc}<>]+/gu, ' ').trim();
  const at = sent.lastIndexOf('@');
  const domain = sent.slice(at + 1);
  if (/[\s/:?#@\\%[\]]/.test(domain) || !URL.canParse(`http://${domain}`)) return undefined;
  const delivered = `${sent.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  return PLAIN.test(delivered) ? delivered : undefined;
}

/** Columns that are no key: two rows may get the same address. */
const COPIES = [
  ['email_links', 'new_email'],
  ['guest_purchases', 'email'],
  ['newsletter_subscribers', 'email'],
  ['contact_messages', 'email'],
  ['security_events', 'email_to'],
  ['identities', 'email'],
] as const;

/**
 * Addresses that the mail transport altered get the spelling that it delivered to. Of several accounts with one mailbox, the one that was
 * confirmed first gets the address, unless an account has it already. The others keep theirs: the operator is told which, and decides.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows: people } = await sql<{ id: string; email: string }>`
    select id, email from users where email !~ ${PLAIN.source}
    order by email_confirmed_at nulls last, created_at, id`.execute(db);
  for (const { id, email } of people) {
    const plain = deliveredTo(email);
    if (plain !== undefined)
      await sql`update users set email = ${plain}, email_lower = ${plain.toLowerCase()} where id = ${id}
        and not exists (select 1 from users where email_lower = ${plain.toLowerCase()})`.execute(db);
  }
  for (const [table, column] of COPIES) {
    const { rows } = await sql<{ email: string }>`
      select distinct ${sql.ref(column)} as email from ${sql.table(table)}
      where ${sql.ref(column)} !~ ${PLAIN.source} and ${sql.ref(column)} <> ''`.execute(db);
    for (const { email } of rows) {
      const plain = deliveredTo(email);
      if (plain !== undefined)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${plain} where ${sql.ref(column)} = ${email}`.execute(
          db,
        );
    }
  }
}

/** The earlier spellings are gone, and nothing needs them. */
export async function down(): Promise<void> {}
