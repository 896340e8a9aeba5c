import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openInMemory } from './client.ts';
import { migrateStep } from './migrate.ts';

test('approval links keep working after they move to the email_links table, and after the migration is rolled back', async () => {
  const database = await openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  const { db } = database;
  for (let name = ''; !name.startsWith('0036');) name = (await migrateStep(db, 'down')) ?? '0036';
  const [userId, automationId, runId, emailed, other] = Array.from({ length: 5 }, () => randomUUID());
  await sql`insert into users (id, email, email_lower, created_at) values (${userId}, 'a@b.example', 'a@b.example', now())`.execute(
    db,
  );
  await sql`insert into automations (user_id, id, name, assistant_type, trigger_kind, draft_version, created_at, updated_at)
    values (${userId}, ${automationId}, 'Post', 'soshie', 'manual', 1, now(), now())`.execute(db);
  await sql`insert into automation_versions (user_id, automation_id, version, definition, created_at)
    values (${userId}, ${automationId}, 1, '{}', now())`.execute(db);
  await sql`insert into automation_runs (user_id, id, automation_id, version, occasion, cause, status, due_at, created_at)
    values (${userId}, ${runId}, ${automationId}, 1, 'one', 'manual', 'waiting', now(), now())`.execute(db);
  const [asked, deadline] = ['2026-11-28T09:00:00Z', '2026-11-30T09:00:00Z'];
  await sql`insert into automation_approvals (user_id, id, run_id, step_key, title, body, status, if_late, deadline, created_at, link_hash)
    values (${userId}, ${emailed}, ${runId}, 's1', 'A', 'A', 'waiting', 'skip', ${deadline}, ${asked}, 'of the link'),
      (${userId}, ${other}, ${runId}, 's2', 'B', 'B', 'waiting', 'skip', ${deadline}, ${asked}, null)`.execute(db);
  await sql`insert into email_links (token_hash, user_id, purpose, created_at, expires_at)
    values ('of a reset', ${userId}, 'reset_password', now(), now())`.execute(db);
  const all = async (text: string) => (await sql.raw(text).execute(db)).rows;
  const approvals = () => all('select id, link_hash from automation_approvals order by step_key');
  const before = await approvals();

  expect(await migrateStep(db, 'up')).toMatch(/^0036/);
  expect(await all('select token_hash, purpose, approval_id from email_links order by 1')).toEqual([
    { token_hash: 'of a reset', purpose: 'reset_password', approval_id: null },
    { token_hash: 'of the link', purpose: 'approval', approval_id: emailed },
  ]);
  expect(await all("select expires_at from email_links where purpose = 'approval'")).toEqual([
    { expires_at: new Date('2027-02-28T09:00:00Z') },
  ]);

  await migrateStep(db, 'down');
  expect(await approvals()).toEqual(before);
  expect(await all('select token_hash from email_links')).toEqual([{ token_hash: 'of a reset' }]);
  await database.close();
});
