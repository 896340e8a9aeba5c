import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SOURCES_MAX } from '#contract/brain/sources.ts';
import type { DocumentReading } from '#server/gateways/documents/reading.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPng } from '#tests/support/documents/images.ts';
import { aDocx, anXlsx, paragraph } from '#tests/support/documents/office.ts';
import { aPdf } from '#tests/support/documents/pdf.ts';
import { addTotp, withPasswordOnly } from '#tests/support/factors.ts';
import { purge, readSources } from '#tests/support/jobs.ts';
import { knowingModel } from '#tests/support/brain/brain.ts';
import { describeImage } from '#server/prompts/image.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { promptsIn } from '#tests/support/model/prompts-in.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { addFile, passagesOf, sourceOf, upload, uploaded } from '#tests/support/brain/sources.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const PRICES = 'Item,Price\nLarge bowl,$42\nSmall bowl,$28\n';
const MB = 1024 * 1024;

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
  knowingModel(app);
});
// What was uploaded may still be being read.
afterEach(() => app.container.jobs.idle());
const codeOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { appCode: string } }; // reason: what the edge answers
  return [response.status, error.appCode];
};
const countRows = async (table: 'sources' | 'source_files' | 'passages' | 'facts') => {
  const rows = await app.db.selectFrom(table).select('user_id').execute();
  return rows.length;
};

describe('a file', () => {
  test('is read into passages that can be opened, and can be downloaded as it was', async () => {
    const added = await uploaded(await upload(maya, PRICES));
    expect(added).toMatchObject({ kind: 'file', name: 'prices.csv', bytes: PRICES.length, isUsed: true });
    await readSources(app);
    const { sources, storage } = await maya.api.brain.sources.list.query();
    expect(sources).toMatchObject([
      { id: added.id, state: 'ready', problem: null, unit: 'row', count: 2, factCount: 2, isLearning: false },
    ]);
    expect(storage).toEqual({ usedBytes: PRICES.length, limitBytes: 10 * MB });
    expect(await passagesOf(maya, added.id)).toMatchObject([
      { number: 1, sourceId: added.id, sourceName: 'prices.csv', place: { row: 2 }, url: null },
    ]);
    const file = await maya.request(`/brain/files/${added.id}`);
    expect(await file.text()).toBe(PRICES);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''prices.csv",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test.each([
    ['prices.csv', PRICES],
    [
      'prices.xlsx',
      anXlsx({
        Prices: [
          ['Item', 'Price'],
          ['Large bowl', '$42'],
        ],
      }),
    ],
    ['prices.docx', aDocx(paragraph('The large bowl costs $42.'))],
    ['prices.pdf', aPdf([[{ text: 'The large bowl costs $42.', x: 72, y: 700 }]])],
    ['prices.txt', 'The large bowl costs $42.'],
    ['prices.md', '# Prices\n\nThe large bowl costs $42.'],
    ['prices.png', aPng(800, 600, 'The large bowl costs $42.')],
  ])('of each kind teaches what it says: %s', async (name, content) => {
    const source = await addFile(app, maya, content, { name });
    expect(source).toMatchObject({ name, state: 'ready', problem: null });
    expect(await promptsIn(app.db, 'sources')).toEqual([name.endsWith('.png') ? promptVersion(describeImage) : '']);
    const { facts } = await maya.api.brain.list.query({});
    expect(facts.map(({ statement }) => statement)).toContain('Large bowl costs $42.');
    expect(facts.at(-1)).toMatchObject({ state: 'suggested', source: { kind: 'file', sourceId: source.id, name } });
  });

  test('sent again with the same id is the same source', async () => {
    const id = randomUUID();
    const [first, second] = [await upload(maya, PRICES, { id }), await upload(maya, 'other', { id })];
    expect(await uploaded(second)).toMatchObject({ id: (await uploaded(first)).id, bytes: PRICES.length });
    expect(await countRows('sources')).toBe(1);
  });

  test('keeps its name in one line, with its ending', async () => {
    const name = `${'a'.repeat(300)}\u202e\n.csv`;
    const source = await uploaded(await upload(maya, PRICES, { name }));
    expect(source.name).toBe(`${'a'.repeat(196)}.csv`);
    expect(await uploaded(await upload(maya, 'Another file', { name: ' ' }))).toMatchObject({ name: 'Untitled' });
  });

  test('that is too large, empty, someone else’s or sent by nobody is refused', async () => {
    expect(await codeOf(await upload(maya, new Uint8Array(20 * MB + 1)))).toEqual([413, 'FILE_TOO_LARGE']);
    expect(await codeOf(await upload(maya, ''))).toEqual([422, 'EMPTY_FILE']);
    expect(await codeOf(await upload(app.browser(), PRICES))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await codeOf(await upload(maya, PRICES, { id: 'x' }))).toEqual([404, 'NOT_FOUND']);
    const foreign = { origin: 'https://elsewhere.example' };
    expect(await codeOf(await upload(maya, PRICES, { headers: foreign }))).toEqual([403, 'FORBIDDEN_ORIGIN']);
    expect(await countRows('sources')).toBe(0);
  });

  test('can be sent by a script with an access token, and by nobody who owes a second factor', async () => {
    const theo = await aPerson(app, { password: 'a password that is long' });
    const body = JSON.stringify({ email: theo.email, password: 'a password that is long' });
    const headers = { 'content-type': 'application/json' };
    const signedIn = await app.app.request('/auth/v1/token?grant_type=password', { method: 'POST', headers, body });
    const { access_token: token } = (await signedIn.json()) as { access_token: string }; // reason: GoTrue's answer
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    const { id } = await uploaded(await upload(app.browser(), PRICES, bearer));
    expect(await sourceOf(theo, id)).toMatchObject({ name: 'prices.csv' });
    await addTotp(app, maya);
    const pending = await withPasswordOnly(app, maya);
    expect(await codeOf(await upload(pending, PRICES))).toEqual([403, 'SECOND_FACTOR_NEEDED']);
  });

  test('is nobody else’s, under any name', async () => {
    const { id: sourceId } = await addFile(app, maya, PRICES);
    const theo = await aPerson(app);
    const { sources } = theo.api.brain;
    const calls = [sources.get.query({ sourceId }), sources.retry.mutate({ sourceId })];
    calls.push(sources.remove.mutate({ sourceId }), sources.restore.mutate({ sourceId }));
    calls.push(sources.useFirst.mutate({ sourceId }), sources.setRefreshed.mutate({ sourceId, isRefreshed: true }));
    expect(new Set(await Promise.all(calls.map(refusal)))).toEqual(new Set(['NOT_FOUND']));
    expect(await codeOf(await theo.request(`/brain/files/${sourceId}`))).toEqual([404, 'NOT_FOUND']);
    expect((await sources.list.query()).sources).toEqual([]);
    // The same id is another source of theirs.
    await uploaded(await upload(theo, 'Theirs', { id: sourceId }));
    expect(await (await maya.request(`/brain/files/${sourceId}`)).text()).toBe(PRICES);
  });
});

describe('storage', () => {
  test('twenty uploads at the same moment get no more than there is room for', async () => {
    const reading = Promise.withResolvers<DocumentReading>();
    const documents = { readDocument: () => reading.promise, close: () => undefined };
    app = await createTestApp({ documents });
    maya = await aPerson(app);
    // There is room for ten.
    await uploaded(await upload(maya, PRICES));
    await app.db
      .updateTable('sources')
      .set({ bytes: 10 * MB - 10 * PRICES.length })
      .execute();
    const all = Array.from({ length: 20 }, (_, index) =>
      upload(maya, `${PRICES.slice(0, -2)}${index + 10}`, { name: `${index}.csv` }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    reading.resolve({ kind: 'refused', problem: 'empty' });
    await app.container.jobs.idle();
  });

  test('of a file that can’t be read is free again', async () => {
    const { id } = await addFile(app, maya, '%PDF-1.7 and no more', {
      name: 'a.pdf',
    });
    expect(await sourceOf(maya, id)).toMatchObject({
      state: 'failed',
      bytes: 0,
      problem: expect.stringMatching(/damaged/),
    });
    expect((await maya.api.brain.sources.list.query()).storage.usedBytes).toBe(0);
    expect([await countRows('source_files'), await countRows('passages'), await countRows('facts')]).toEqual([0, 0, 0]);
    expect(await refusal(maya.api.brain.sources.retry.mutate({ sourceId: id }))).toBe('FILE_GONE');
  });

  test('over a smaller plan is kept and not used, and the owner chooses what is', async () => {
    const owner = await aPerson(app, { plan: 'starter' });
    const ids = [randomUUID(), randomUUID()];
    for (const [index, id] of ids.entries())
      await uploaded(await upload(owner, `${PRICES}${index}`, { id, name: `${index}.csv` }));
    await readSources(app);
    await app.db
      .updateTable('sources')
      .set({ bytes: 9 * MB })
      .execute();
    const usedFrom = (second: number) => ({ used_from: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
    for (const [index, id] of ids.entries())
      await app.db.updateTable('sources').set(usedFrom(index)).where('id', '=', id).execute();
    await app.db
      .updateTable('profiles')
      .set({ subscription_tier: 'free', subscription_status: 'none' })
      .where('user_id', '=', owner.userId)
      .execute();
    const used = async () => Promise.all(ids.map(async (id) => (await sourceOf(owner, id)).isUsed));
    expect(await used()).toEqual([true, false]);
    await owner.api.brain.sources.useFirst.mutate({ sourceId: ids[1] ?? '' });
    expect(await used()).toEqual([false, true]);
    expect(await codeOf(await upload(owner, PRICES))).toEqual([409, 'STORAGE_FULL']);
    expect(await passagesOf(owner, ids[0] ?? '')).toHaveLength(1);
  });

  test('holds at most so many sources', async () => {
    const now = await app.clock.now();
    const row = {
      user_id: maya.userId,
      kind: 'page',
      url: 'a.example',
      name: 'a',
      state: 'ready',
      used_from: now,
      added_at: now,
    } as const;
    await app.db
      .insertInto('sources')
      .values(Array.from({ length: SOURCES_MAX }, () => ({ ...row, id: randomUUID() })))
      .execute();
    expect(await codeOf(await upload(maya, PRICES))).toEqual([409, 'TOO_MANY_SOURCES']);
  });
});

describe('a removed source', () => {
  test('is gone with what it taught, and Undo brings both back', async () => {
    const { id: sourceId } = await addFile(app, maya, PRICES);
    await maya.api.brain.sources.remove.mutate({ sourceId });
    expect((await maya.api.brain.sources.list.query()).sources).toEqual([]);
    expect((await maya.api.brain.list.query({})).facts).toEqual([]);
    await maya.api.brain.sources.restore.mutate({ sourceId });
    expect(await sourceOf(maya, sourceId)).toMatchObject({ state: 'ready', factCount: 2 });
    expect((await maya.api.brain.list.query({})).facts.map(({ state }) => state)).toEqual(['suggested', 'suggested']);
  });

  test('is deleted for good later; what its owner confirmed is theirs', async () => {
    const { id: sourceId } = await addFile(app, maya, PRICES);
    const [newest] = (await maya.api.brain.list.query({})).facts;
    await maya.api.brain.confirm.mutate({ factId: newest?.id ?? '' });
    await maya.api.brain.sources.remove.mutate({ sourceId });
    app.clock.advance(61 * 60_000);
    await purge(app);
    expect([await countRows('sources'), await countRows('source_files'), await countRows('passages')]).toEqual([
      0, 0, 0,
    ]);
    const { facts } = await maya.api.brain.list.query({});
    expect(facts).toMatchObject([{ id: newest?.id, state: 'confirmed', source: { kind: 'typed', sourceId: null } }]);
    expect(await countRows('facts')).toBe(1);
    expect(await refusal(maya.api.brain.sources.restore.mutate({ sourceId }))).toBe('NOT_FOUND');
  });

  test('makes room at once for what is new', async () => {
    const { id: sourceId } = await addFile(app, maya, PRICES);
    await app.db
      .updateTable('sources')
      .set({ bytes: 10 * MB })
      .execute();
    expect(await codeOf(await upload(maya, 'Something else\n'))).toEqual([409, 'STORAGE_FULL']);
    // The same file takes no room.
    expect(await uploaded(await upload(maya, PRICES))).toMatchObject({ id: sourceId });
    await maya.api.brain.sources.remove.mutate({ sourceId });
    await uploaded(await upload(maya, PRICES));
    expect(await refusal(maya.api.brain.sources.restore.mutate({ sourceId }))).toBe('NOT_FOUND');
  });
});
