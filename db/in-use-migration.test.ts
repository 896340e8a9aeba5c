import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openInMemory } from './client.ts';
import { migrateStep } from './migrate.ts';

test('what is in use keeps its count, receipt and warning when the migration takes away its month, and when it is rolled back', async () => {
  const database = await openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  const { db } = database;
  const all = async (text: string) => (await sql.raw(text).execute(db)).rows;
  for (let name = ''; !name.startsWith('0010');) name = (await migrateStep(db, 'down')) ?? '0010';
  const userId = randomUUID();
  await sql`insert into users (id, email, email_lower, created_at) values (${userId}, 'a@b.example', 'a@b.example', now())`.execute(
    db,
  );
  await sql`insert into usage_tracking (user_id, month_year, messages_used, templates_used, automations_used, integrations_used)
    values (${userId}, '2026-11', 3, 2, 0, 0), (${userId}, 'at once', 0, 0, 1, 4)`.execute(db);
  await sql`insert into usage_receipts (user_id, id, kind, period, amount, status, created_at)
    values (${userId}, ${randomUUID()}, 'integrations', 'at once', 4, 'counted', now()),
      (${userId}, ${randomUUID()}, 'templates', '2026-11', 2, 'counted', now())`.execute(db);
  await sql`insert into notices (user_id, topic, subject, created_at)
    values (${userId}, 'usage_warning', 'automations at once', now()), (${userId}, 'usage_warning', 'messages 2026-11', now())`.execute(
    db,
  );
  await sql`insert into email_links (token_hash, user_id, purpose, created_at, expires_at)
    values ('hash', ${userId}, 'prove', now(), now())`.execute(db);
  const rows = () =>
    Promise.all(
      ['usage_tracking', 'usage_receipts', 'notices', 'email_links'].map((table) =>
        all(`select * from ${table} order by 1, 2, 3`),
      ),
    );
  const before = await rows();

  expect(await migrateStep(db, 'up')).toMatch(/^0010/);
  expect(await all('select month_year, messages_used, templates_used from usage_tracking')).toEqual([
    { month_year: '2026-11', messages_used: 3, templates_used: 2 },
  ]);
  expect(await all('select automations, integrations from usage_in_use')).toEqual([
    { automations: 1, integrations: 4 },
  ]);
  expect(await all('select kind, period, amount from usage_receipts order by kind')).toEqual([
    { kind: 'integrations', period: null, amount: 4 },
    { kind: 'templates', period: '2026-11', amount: 2 },
  ]);
  expect(await all('select subject from notices order by 1')).toEqual([
    { subject: 'automations' },
    { subject: 'messages 2026-11' },
  ]);
  expect(await all('select purpose from email_links')).toEqual([{ purpose: 'reauthenticate' }]);

  await migrateStep(db, 'down');
  expect(await rows()).toEqual(before);
  await database.close();
});
