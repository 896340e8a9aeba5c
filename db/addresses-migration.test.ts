import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openInMemory } from './client.ts';
import { listAccountsWithoutAddress, migrateStep } from './migrate.ts';

test('an address that the mail server altered becomes the one it delivered to, if no account has that; the others are listed', async () => {
  const database = await openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  const { db } = database;
  for (let name = ''; !name.startsWith('0011');) name = (await migrateStep(db, 'down')) ?? '0011';
  let day = 0;
  const ids: Record<string, string> = {};
  async function add(email: string, isConfirmed = true): Promise<void> {
    const id = randomUUID();
    ids[email] = id;
    const at = `2026-10-${String((day += 1)).padStart(2, '0')}T09:00:00Z`;
    await sql`insert into users (id, email, email_lower, created_at, email_confirmed_at)
      values (${id}, ${email}, ${email.toLowerCase()}, ${at}, ${isConfirmed ? at : null})`.execute(db);
  }
  await add('Ana@Plain.example');
  await add('t@gmail.com>', false);
  await add('<t@gmail.com');
  await add('t@ｇmail.com');
  await add('taken@gmail.com');
  await add('taken@gma\u00adil.com');
  await add('maya@bücher.example');
  await add('jósé@example.com');
  await add('someone@gmail.com.', false);
  await sql`insert into guest_purchases (id, email, price_id, started_at)
    values (${randomUUID()}, 'taken@gmail.com>', 'pro_monthly', now())`.execute(db);
  await sql`insert into newsletter_subscribers (id, email, email_lower, asked_at, unsubscribe_token)
    values (${randomUUID()}, 'maya@bücher.example', 'maya@bücher.example', now(), 'token')`.execute(db);

  const applied = [(await migrateStep(db, 'up')) ?? 'none'];
  expect(await listAccountsWithoutAddress(db, []), 'only when it ran').toEqual([]);

  const { rows } = await sql<{
    email: string;
    email_lower: string;
  }>`select email, email_lower from users order by created_at`.execute(db);
  expect(rows.map(({ email }) => email)).toEqual([
    'Ana@Plain.example',
    't@gmail.com>',
    't@gmail.com',
    't@ｇmail.com',
    'taken@gmail.com',
    'taken@gma\u00adil.com',
    'maya@xn--bcher-kva.example',
    'jósé@example.com',
    'someone@gmail.com.',
  ]);
  for (const row of rows) expect(row.email_lower).toBe(row.email.toLowerCase());
  expect(await listAccountsWithoutAddress(db, applied)).toEqual(
    ['t@gmail.com>', 't@ｇmail.com', 'taken@gma\u00adil.com', 'jósé@example.com', 'someone@gmail.com.'].map(
      (email) => ids[email],
    ),
  );
  expect(await db.selectFrom('guest_purchases').select('email').execute()).toEqual([{ email: 'taken@gmail.com' }]);
  expect(await db.selectFrom('newsletter_subscribers').select(['email', 'email_lower']).execute()).toEqual([
    { email: 'maya@xn--bcher-kva.example', email_lower: 'maya@bücher.example' },
  ]);
  await database.close();
});
