import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openInMemory } from './client.ts';
import { migrateStep } from './migrate.ts';

test('usage from before receipts existed gets one receipt per month, and an answer in progress gets its own', async () => {
  const database = await openInMemory();
  const { db } = database;
  for (let name = ''; !name.startsWith('0007');) name = (await migrateStep(db, 'up')) ?? '0007';
  const [userId, conversationId, turnId] = [randomUUID(), randomUUID(), randomUUID()];
  const [questionId, answerId] = [randomUUID(), randomUUID()];
  await sql`insert into users (id, email, email_lower, created_at) values (${userId}, 'a@b.example', 'a@b.example', now())`.execute(
    db,
  );
  await sql`insert into conversations (id, user_id, assistant_type, title, created_at, updated_at)
    values (${conversationId}, ${userId}, 'seomi', 'Chat', now(), now())`.execute(db);
  await sql`insert into messages (id, user_id, conversation_id, role, content, created_at)
    values (${questionId}, ${userId}, ${conversationId}, 'user', 'Hello', now()),
      (${answerId}, ${userId}, ${conversationId}, 'assistant', '', now())`.execute(db);
  await sql`insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, heartbeat_at, created_at)
    values (${userId}, ${conversationId}, ${turnId}, ${questionId}, ${answerId}, '2026-11', 'streaming', now(), now())`.execute(
    db,
  );
  await sql`insert into usage_tracking (user_id, month_year, messages_used)
    values (${userId}, '2026-09', 0), (${userId}, '2026-10', 7), (${userId}, '2026-11', 3)`.execute(db);
  expect(await migrateStep(db, 'up')).toMatch(/^0008/);
  const { rows } =
    await sql`select period, amount, subject, status, id = ${turnId} as "isTurn" from usage_receipts order by 1, 2`.execute(
      db,
    );
  expect(rows).toEqual([
    { period: '2026-10', amount: 7, subject: 'earlier', status: 'counted', isTurn: false },
    { period: '2026-11', amount: 1, subject: 'seomi', status: 'reserved', isTurn: true },
    { period: '2026-11', amount: 2, subject: 'earlier', status: 'counted', isTurn: false },
  ]);
  await database.close();
});
