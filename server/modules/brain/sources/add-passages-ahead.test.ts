import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { addPassagesAhead } from './add-passages-ahead.ts';

let app: TestApp;
let maya: Person;
const sourceId = randomUUID();
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
  const now = await app.clock.now();
  const source = { user_id: maya.userId, id: sourceId, kind: 'file', name: 'a.csv', state: 'reading' } as const;
  await app.db
    .insertInto('sources')
    .values({ ...source, used_from: now, added_at: now })
    .execute();
});

const rows = Array.from({ length: 400 }, (_, row) => ({
  pageUrl: null,
  headings: [],
  page: null,
  sheet: null,
  rows: [row + 2],
  text: `Item: Bowl number ${row}; Price: $${row}`,
}));
const languages = rows.map(() => 'en');
const add = (count: number) => addPassagesAhead(app.db, maya.userId, sourceId, rows.slice(0, count), languages);
const positions = async () => {
  const found = await app.db.selectFrom('passages').select('position').orderBy('position').execute();
  return found.map(({ position }) => position);
};

describe('the passages of a new file', () => {
  test('the passages of a new file are added while everyone else is served', async () => {
    const theo = await aPerson(app);
    const done = new AbortController();
    const adding = add(rows.length).finally(() => done.abort());
    let reads = 0;
    for (; !done.signal.aborted; reads += 1) await theo.api.profile.get.query();
    await adding;
    expect(reads).toBeGreaterThan(5);
    expect(await positions()).toEqual(rows.map((_, row) => row));
  });

  test('each passage of a new file is added once, even if reading starts over', async () => {
    await add(30);
    await add(rows.length);
    expect(await positions()).toEqual(rows.map((_, row) => row));
  });

  test('passages of a new file are no longer added once the file is removed', async () => {
    await app.db
      .updateTable('sources')
      .set({ deleted_at: await app.clock.now() })
      .execute();
    await add(rows.length);
    expect(await positions()).toEqual([]);
  });
});
