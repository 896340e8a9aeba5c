import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openInMemory } from './client.ts';
import { migrateStep } from './migrate.ts';

test('the migration marks facts that may have been replaced by mistake, but not those where only the figure changed', async () => {
  const database = await openInMemory(new Blob([readFileSync(inject('databaseTemplate'))]));
  const { db } = database;
  for (let name = ''; !name.startsWith('0049');) name = (await migrateStep(db, 'down')) ?? '0049';
  const userId = randomUUID();
  await sql`insert into users (id, email, email_lower, created_at) values (${userId}, 'a@b.example', 'a@b.example', now())`.execute(
    db,
  );
  let number = 0;
  const add = async (statement: string, value: string, by: string | null, source = 'message') => {
    const id = randomUUID();
    await sql`
      insert into facts (id, user_id, number, kind, subject, value, statement, state, source, learned_at, words, superseded_by)
      values (${id}, ${userId}, ${(number += 1)}, 'product', 'Loaf', ${value}, ${statement},
        ${by === null ? 'confirmed' : 'superseded'}, ${source}, now(), '', ${by})`.execute(db);
    return id;
  };
  const weight = await add('The loaf weighs 2 lb.', '2 lb', null);
  const price = await add('The loaf costs $10.', '$10', null);
  const lost = await add('The loaf costs $9.', '$9', weight);
  await add('The loaf costs $8.50.', '$8.50', price);
  await add('The loaf is dark.', 'dark', weight);
  const correction = await add('A loaf is $11 now.', '$11', null, 'typed');
  const corrected = await add('The loaf costs $10.50.', '$10.50', correction);
  const typedWeight = await add('It weighs 3 lb.', '3 lb', null, 'typed');
  const lostToTyped = await add('The loaf costs $12.', '$12', typedWeight);

  expect(await migrateStep(db, 'up')).toMatch(/^0049/);
  const doubtful = async () =>
    (await sql<{ id: string }>`select id from facts where is_doubtful order by number`.execute(db)).rows;
  expect(await doubtful()).toEqual([{ id: lost }, { id: corrected }, { id: lostToTyped }]);
  while ((await migrateStep(db, 'up')) !== null);
  expect(await doubtful(), 'nor what its owner corrected on the Brain page').toEqual([
    { id: lost },
    { id: lostToTyped },
  ]);
  await database.close();
});
