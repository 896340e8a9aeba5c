import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { findSourceFile } from '#db/queries/brain/source-files.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { Person } from '#tests/support/chat.ts';
import { knowingModel, knownTo } from '#tests/support/brain/brain.ts';
import { scriptedEmbeddings } from '#tests/support/brain/embeddings.ts';
import { addFile, passagesOf, sourceOf, upload, uploaded } from '#tests/support/brain/sources.ts';
import { embedTexts, readSources } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sitePages, startPretendWeb } from '#tests/support/web/pretend-web.ts';

const TIMES = 5;
const section = (part: number, price: number) => `# Part ${part}\n\nThe bowl ${part} costs $${price}.`;
/** Twelve passages, which the model reads in three requests. Each has one fact. */
const PARTS = Array.from({ length: 12 }, (_, part) => section(part, part + 10));
const DOCUMENT = PARTS.join('\n\n');
const ONCE = { model: 3, texts: 24 };

/** Reads such a document in this process: another one takes a second to start on a busy machine. */
const documents: DocumentReader = {
  readDocument: async (bytes) => {
    const parts = Buffer.from(bytes).toString().split('# ').slice(1);
    const sections = parts.map((part) => {
      const [heading = '', text = ''] = part.trim().split('\n\n');
      return { path: [heading], place: {}, text };
    });
    return { kind: 'markdown', unit: 'section', count: parts.length, sections, title: '' };
  },
  close: () => undefined,
};

let app: TestApp;
let maya: Person;
let added = 0;
let embeddings: ReturnType<typeof scriptedEmbeddings>;
beforeEach(async () => {
  embeddings = scriptedEmbeddings();
  app = await createTestApp({
    environment: { AI_EMBEDDING_MODEL: 'any' },
    embeddings: embeddings.gateway,
    documents,
  });
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});
/** How many requests the model got, and how many texts were turned into vectors. */
const calls = () => ({ model: app.model.requests.length, texts: embeddings.asked.flat().length });
async function finish() {
  await readSources(app);
  await embedTexts(app);
}
/** The same document as another file: it has other bytes each time, and says the same. */
async function addDocument(text = DOCUMENT) {
  added += 1;
  const { id } = await addFile(app, maya, `${text}${' '.repeat(added)}`, { name: 'bowls.md' });
  await finish();
  return id;
}
const passagesWithVector = async () =>
  (await app.db.selectFrom('passage_vectors').select('passage_id').execute()).length;

describe('passages that haven’t changed', () => {
  test('a document that is read again five times after its facts were learned costs nothing', async () => {
    const sourceId = await addDocument();
    expect(calls()).toEqual(ONCE);
    for (let time = 0; time < TIMES; time += 1) {
      await maya.api.brain.sources.retry.mutate({ sourceId });
      await finish();
    }
    expect(calls()).toEqual(ONCE);
  });

  test('a document that is read again five times before its facts are learned is learned from once', async () => {
    const { id: sourceId } = await uploaded(await upload(maya, DOCUMENT, { name: 'bowls.md' }));
    await app.container.jobs.idle();
    for (let time = 0; time < TIMES; time += 1) {
      app.clock.advance(1_000);
      await maya.api.brain.sources.retry.mutate({ sourceId });
      await app.container.jobs.idle();
    }
    await finish();
    expect(calls()).toEqual(ONCE);
    expect(await sourceOf(maya, sourceId)).toMatchObject({ isLearning: false, factCount: 12 });
  });

  test('a document that is read again while the model reads it is learned from once', async () => {
    const sourceId = randomUUID();
    app.model.answerWith(async function* answerAs() {
      app.clock.advance(1_000);
      await app.db.updateTable('sources').set({ state: 'waiting' }).execute();
      const run = { jobId: 'any', signal: new AbortController().signal, isLastTry: false };
      await app.container.services.sources.read({ userId: maya.userId, sourceId }, run);
      yield '{"facts": []}';
    });
    await upload(maya, DOCUMENT, { id: sourceId, name: 'bowls.md' });
    await readSources(app);
    expect(calls().model).toBe(ONCE.model);
    expect(await sourceOf(maya, sourceId)).toMatchObject({ isLearning: false });
  });

  test('a document that is uploaded again five times is learned from once', async () => {
    for (let time = 0; time < TIMES; time += 1) await addDocument();
    expect(calls()).toEqual(ONCE);
    expect(await knownTo(maya)).toHaveLength(12);
    expect(await passagesWithVector()).toBe(12 * TIMES);
  });

  test('a document that is removed and uploaded again five times is learned from once', async () => {
    let sourceId = await addDocument();
    const known = await knownTo(maya);
    for (let time = 0; time < TIMES; time += 1) {
      await maya.api.brain.sources.remove.mutate({ sourceId });
      expect(await knownTo(maya)).toEqual([]);
      sourceId = await addDocument();
    }
    expect((await knownTo(maya)).toSorted()).toEqual(known.toSorted());
    // Each copy's facts are new.
    expect(calls()).toEqual({ model: ONCE.model, texts: ONCE.texts + 12 * TIMES });
  });
});

test('only what has changed in a document is read and turned into vectors', async () => {
  const sourceId = await addDocument();
  const file = await findSourceFile(app.db, maya.userId, sourceId);
  const changed = [section(0, 99), ...PARTS.slice(1)].join('\n\n');
  await app.db
    .updateTable('source_file_pieces')
    .set({ content: Buffer.from(changed) })
    .where('file_id', '=', file?.id ?? '')
    .execute();
  await maya.api.brain.sources.retry.mutate({ sourceId });
  await finish();
  expect(calls()).toEqual({ model: ONCE.model + 1, texts: ONCE.texts + 2 });
  expect(await knownTo(maya)).toContain('Bowl 0 costs $99.');
});

test('a fact that its owner has forgotten isn’t suggested again by a copy of the document', async () => {
  await addDocument();
  const { facts } = await maya.api.brain.list.query({});
  await maya.api.brain.forget.mutate({ factId: facts[0]?.id ?? '' });
  await addDocument();
  expect(await knownTo(maya)).toHaveLength(11);
});

test('what two documents say stays known when one of them is removed, at no cost, and is there once when it’s restored', async () => {
  const first = await addDocument();
  const copy = await addDocument();
  const known = (await knownTo(maya)).toSorted();
  expect(known.length).toBeGreaterThan(10);
  await maya.api.brain.sources.remove.mutate({ sourceId: first });
  await finish();
  expect((await knownTo(maya)).toSorted()).toEqual(known);
  expect((await sourceOf(maya, copy)).factCount).toBe(known.length);
  await maya.api.brain.sources.restore.mutate({ sourceId: first });
  await finish();
  expect((await knownTo(maya)).toSorted()).toEqual(known);
  expect(calls().model).toBe(ONCE.model);
});

test('a document is read again once the source that taught its facts is gone for good', async () => {
  const [first, copy] = [await addDocument(), await addDocument()];
  for (const sourceId of [first, copy]) await maya.api.brain.sources.remove.mutate({ sourceId });
  app.clock.advance(2 * 3_600_000);
  await app.container.services.sources.purge();
  await addDocument();
  expect(await knownTo(maya)).toHaveLength(12);
  expect(calls().model).toBe(2 * ONCE.model);
});

test('parts that the model couldn’t read are read when the document is uploaded again', async () => {
  const first = await addDocument();
  await app.db.deleteFrom('facts').execute();
  await app.db.updateTable('passages').set({ learning: 'skipped' }).where('source_id', '=', first).execute();
  await addDocument();
  expect(await knownTo(maya)).toHaveLength(12);
});

test('a page that moved to another address is neither read for facts nor turned into vectors again', async () => {
  const page = (body: string) => `<title>Shop</title><h1>Shop</h1>${body}`;
  const mugs = page('<h2>Mugs</h2><p>The mug costs $12.</p>');
  const pages: Record<string, string> = { '/': page('<p>Welcome.</p><a href="/mugs">Mugs</a>'), '/mugs': mugs };
  await using site = await startPretendWeb((request, response) => sitePages(pages)(request, response));
  app = await createTestApp({
    environment: { AI_EMBEDDING_MODEL: 'any' },
    embeddings: embeddings.gateway,
    web: site.web,
  });
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
  const sourceId = randomUUID();
  await maya.api.brain.sources.addPage.mutate({ id: sourceId, address: 'shop.example.com', isSite: true });
  await finish();
  const before = calls();
  delete pages['/mugs'];
  Object.assign(pages, { '/': page('<p>Welcome.</p><a href="/cups">Mugs</a>'), '/cups': mugs });
  await maya.api.brain.sources.retry.mutate({ sourceId });
  await finish();
  expect((await passagesOf(maya, sourceId)).some(({ url }) => url?.endsWith('/cups'))).toBe(true);
  expect(calls()).toEqual(before);
  expect(await knownTo(maya)).toEqual(['Mug costs $12.']);
});

describe('facts that are typed', () => {
  const COUNT = 150;
  const type = async (statement: string) => {
    const id = randomUUID();
    await maya.api.brain.add.mutate({ id, kind: 'product', statement });
    return id;
  };

  test('a typed fact that is erased before its job runs causes no call', async () => {
    for (let count = 0; count < COUNT; count += 1) {
      const factId = await type(`The bowl ${count} costs $${count + 10}.`);
      await maya.api.brain.forget.mutate({ factId });
      await maya.api.brain.erase.mutate({ factId });
    }
    await finish();
    expect(calls()).toEqual({ model: 0, texts: 0 });
  });

  test('a typed fact that is corrected again and again before its job runs is read once', async () => {
    let factId = await type('The bowl costs $10.');
    for (let count = 0; count < TIMES; count += 1) {
      const id = randomUUID();
      await maya.api.brain.correct.mutate({ id, factId, statement: `The bowl costs $${count + 11}.` });
      factId = id;
    }
    await finish();
    expect(calls()).toEqual({ model: 1, texts: 1 });
  });
});
