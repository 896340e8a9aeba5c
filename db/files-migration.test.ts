import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openInMemory } from './client.ts';
import { migrateStep } from './migrate.ts';

test('the migration splits uploaded files into pieces, and rolling it back puts them together again', async () => {
  const database = await openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  const { db } = database;
  for (let name = ''; !name.startsWith('0034');) name = (await migrateStep(db, 'down')) ?? '0034';
  const userId = randomUUID();
  await sql`insert into users (id, email, email_lower, created_at) values (${userId}, 'a@b.example', 'a@b.example', now())`.execute(
    db,
  );
  const piece = 128 * 1024;
  const contents = [1, piece, 2 * piece + 1].map((size) => randomBytes(size));
  for (const content of contents) {
    const id = randomUUID();
    await sql`insert into sources (user_id, id, kind, name, state, used_from, added_at)
      values (${userId}, ${id}, 'file', 'a', 'ready', now(), now())`.execute(db);
    await sql`insert into source_files (user_id, source_id, content) values (${userId}, ${id}, ${content})`.execute(db);
  }

  expect(await migrateStep(db, 'up')).toMatch(/^0034/);
  const { rows: pieces } = await sql<{ length: number }>`
    select octet_length(content) as length from source_file_pieces order by file_id, position`.execute(db);
  expect(pieces.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([1, 1, piece, piece, piece]);

  await migrateStep(db, 'down');
  const { rows } = await sql<{ content: Uint8Array }>`
    select content from source_files order by octet_length(content)`.execute(db);
  expect(rows.map(({ content }, index) => contents[index]?.equals(content))).toEqual([true, true, true]);
  await database.close();
});
