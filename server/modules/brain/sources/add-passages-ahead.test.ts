import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { knowingModel, lastPrompt, typeFact } from '#tests/support/brain/brain.ts';
import { scriptedEmbeddings } from '#tests/support/brain/embeddings.ts';
import type { Person } from '#tests/support/chat.ts';
import { embedTexts } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { addPassagesAhead } from './add-passages-ahead.ts';

let app: TestApp;
let maya: Person;
const sourceId = randomUUID();
beforeEach(async () => {
  app = await createTestApp({ environment: { AI_EMBEDDING_MODEL: 'any' }, embeddings: scriptedEmbeddings().gateway });
  maya = await aPerson(app, { plan: 'ultimate' });
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

  test('the passages of a new file are offered once all of it is read: by words, by meaning, and attached', async () => {
    knowingModel(app);
    const holiday = { ...rows[0], text: 'The studio is on holiday in August.' } as (typeof rows)[number]; // reason: there are rows
    await addPassagesAhead(app.db, maya.userId, sourceId, [holiday, ...rows.slice(0, 20)], languages);
    const question = 'What does bowl number 7 cost?';
    const ask = async (text: string, sources: string[] = []) => {
      const said = { assistantId: 'emmie', conversationId: null, isPrivate: true, text } as const;
      await maya.api.chat.send.mutate({ id: randomUUID(), ...said, sources });
      await app.container.services.runner.idle();
      return lastPrompt(app);
    };
    await typeFact(maya, 'Clay is from Devon.');
    await embedTexts(app);
    expect(await ask(question)).not.toContain('Bowl number');
    expect(await ask(question, [sourceId])).not.toContain('Bowl number');
    expect(await ask('When do you reopen?')).not.toContain('on holiday');
    const now = await app.clock.now();
    await app.db.updateTable('sources').set({ state: 'ready', read_at: now }).execute();
    expect(await ask(question)).toContain('Bowl number 7;');
    expect(await ask(question, [sourceId])).toContain('Bowl number 7;');
    expect(await ask('When do you reopen?')).toContain('on holiday');
    // It is read again: what an earlier reading found stays.
    await app.db.updateTable('sources').set({ state: 'reading' }).execute();
    expect(await ask(question)).toContain('Bowl number 7;');
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
