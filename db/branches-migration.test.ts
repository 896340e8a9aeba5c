import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openInMemory } from './client.ts';
import { migrateStep } from './migrate.ts';

test('the migration turns versions of the last exchange into branches of a tree, and back', async () => {
  const database = await openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  const { db } = database;
  for (let name = ''; !name.startsWith('0063');) name = (await migrateStep(db, 'down')) ?? '0063';
  const [userId, conversationId] = [randomUUID(), randomUUID()];
  await sql`insert into users (id, email, email_lower, created_at) values (${userId}, 'a@b.example', 'a@b.example', now())`.execute(
    db,
  );
  await sql`insert into conversations (id, user_id, assistant_type, title, created_at, updated_at)
    values (${conversationId}, ${userId}, 'emmie', 'Talk', now(), now())`.execute(db);
  const names = new Map<string, string>([[conversationId, 'start']]);
  let minute = 0;
  const add = async (name: string, question: string, versionOf: string | null, isReplaced: boolean) => {
    const [questionId, answerId] = [randomUUID(), randomUUID()];
    names.set(questionId, `q${name}`).set(answerId, `a${name}`);
    for (const [id, role, content] of [
      [questionId, 'user', question],
      [answerId, 'assistant', 'Yes.'],
    ] as const)
      // reason: pairs
      await sql`insert into messages (user_id, conversation_id, id, role, content, created_at, is_replaced)
        values (${userId}, ${conversationId}, ${id}, ${role}, ${content}, ${new Date(60_000 * (minute += 1))}, ${isReplaced})`.execute(
        db,
      );
    await sql`insert into turns (user_id, conversation_id, id, question_id, answer_id, month_year, status, lease_expires_at, created_at, settled_at, version_of)
      values (${userId}, ${conversationId}, ${randomUUID()}, ${questionId}, ${answerId}, '2026-11', 'complete', now(), now(), now(), ${versionOf})`.execute(
      db,
    );
    return questionId;
  };
  const first = await add('1', 'Bowls?', null, true);
  await add('1b', 'Bowls?', first, false);
  await add('1c', 'Plates?', first, true);
  const second = await add('2', 'Where?', null, true);
  await add('2b', 'When?', second, false);
  await add('3', 'Why?', null, false);

  // An automation’s post isn’t part of the tree, even as the last message.
  const postId = randomUUID();
  names.set(postId, 'post');
  await sql`insert into messages (user_id, conversation_id, id, role, content, created_at)
    values (${userId}, ${conversationId}, ${postId}, 'assistant', 'A review', ${new Date(60_000 * (minute += 1))})`.execute(
    db,
  );

  const named = (id: string | null) => (id === null ? null : names.get(id));
  const turns = async (columns: string) => {
    const { rows } = await sql<Record<string, string | null>>`
      select t.question_id, ${sql.raw(columns)} from turns t join messages q on q.id = t.question_id order by q.created_at`.execute(
      db,
    );
    return rows.map((row) => Object.values(row).map((value) => (typeof value === 'string' ? named(value) : value)));
  };
  expect(await migrateStep(db, 'up')).toMatch(/^0063/);
  expect(await turns('t.follows, t.choice, t.repeats')).toEqual([
    ['q1', 'start', 1, null],
    ['q1b', 'start', 3, 'q1'],
    ['q1c', 'start', 2, null],
    ['q2', 'a1b', 1, null],
    ['q2b', 'a1b', 2, null],
    ['q3', 'a2b', 1, null],
  ]);
  const { rows } = await sql<{ last: string }>`select last_answer_id as last from conversations`.execute(db);
  expect(rows.map(({ last }) => named(last))).toEqual(['a3']);

  expect(await migrateStep(db, 'down')).toMatch(/^0063/);
  expect(await turns('t.version_of')).toEqual([
    ['q1', null],
    ['q1b', 'q1'],
    ['q1c', 'q1'],
    ['q2', null],
    ['q2b', 'q2'],
    ['q3', null],
  ]);
  await database.close();
});
