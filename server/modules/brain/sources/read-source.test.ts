import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import { PageProblem } from '#server/gateways/web/page-problem.ts';
import { FERN_AND_KILN, HOST, sitemap } from '#sandbox/website/fern-and-kiln.ts';
import { projectRoot } from '#tests/architecture/source-files.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPng } from '#tests/support/documents/images.ts';
import { endPauses, leaveOneRetry, readSources, refreshSources } from '#tests/support/jobs.ts';
import { knowingModel } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { addFile, passagesOf, sourceOf, upload, uploaded } from '#tests/support/brain/sources.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { sitePages, startPretendWeb } from '#tests/support/web/pretend-web.ts';

const NO_VERSION = { etag: null, lastModified: null };

let app: TestApp;
let maya: Person;
async function begin(overrides: Parameters<typeof createTestApp>[0] = {}) {
  app = await createTestApp(overrides);
  maya = await aPerson(app, { plan: 'starter' });
  knowingModel(app);
}
const addPage = async (address: string, isSite: boolean) => {
  const { id } = await maya.api.brain.sources.addPage.mutate({ id: randomUUID(), address, isSite });
  await readSources(app);
  return sourceOf(maya, id);
};
const statements = async () => (await maya.api.brain.list.query({})).facts.map(({ statement }) => statement).toSorted();

describe('a website', () => {
  test('is read page by page, and teaches what it says', async () => {
    const pages: Record<string, string | { type: string; body: string }> = {
      ...FERN_AND_KILN,
      '/sitemap.xml': { type: 'application/xml', body: sitemap(`https://${HOST}`) },
    };
    const standIns = new Map<string, URL>();
    await using site = await startPretendWeb(sitePages(pages), { standIns });
    standIns.set(HOST, new URL(site.url));
    await begin({ web: site.web });
    const source = await addPage(HOST, true);
    expect(source).toMatchObject({ kind: 'site', name: HOST, state: 'ready', unit: 'page', problem: null });
    expect(source.count).toBeGreaterThan(4);
    expect(source.bytes).toBeGreaterThan(1_000);
    const passages = await passagesOf(maya, source.id);
    expect(new Set(passages.map(({ url }) => url)).size).toBe(source.count);
    expect((await maya.api.brain.list.query({})).facts[0]?.source).toMatchObject({ kind: 'page', name: HOST });
  });

  test('is read again every week, and only what has changed is learned', async () => {
    const pages: Record<string, string> = {
      '/': '<title>Shop</title><h1>Prices</h1><p>The large bowl costs $38.</p><a href="/mugs">Mugs</a>',
      '/mugs': '<title>Mugs</title><h1>Mugs</h1><p>The mug costs $12.</p>',
    };
    await using site = await startPretendWeb((request, response) => sitePages(pages)(request, response));
    await begin({ web: site.web });
    const { id: sourceId } = await addPage('shop.example.com', true);
    expect(await statements()).toEqual(['Large bowl costs $38.', 'Mug costs $12.']);
    await maya.api.brain.sources.setRefreshed.mutate({ sourceId, isRefreshed: true });
    pages['/mugs'] = '<title>Mugs</title><h1>Mugs</h1><p>The mug costs $14.</p>';
    app.clock.advance(7 * DAY_MS - 1);
    await refreshSources(app);
    expect(await statements()).toContain('Mug costs $12.');
    app.clock.advance(1);
    await refreshSources(app);
    expect(await statements()).toEqual(['Large bowl costs $38.', 'Mug costs $14.']);
    expect((await sourceOf(maya, sourceId)).bytes).toBe(
      'The large bowl costs $38.\nMugs'.length + 'The mug costs $14.'.length,
    );
    delete pages['/'];
    app.clock.advance(7 * DAY_MS);
    await refreshSources(app);
    expect(await sourceOf(maya, sourceId)).toMatchObject({
      state: 'ready',
      problem: expect.stringMatching(/no page/),
      isRefreshed: true,
      count: 2,
    });
    expect(await statements()).toEqual(['Large bowl costs $38.', 'Mug costs $14.']);
    const [row] = await app.db.selectFrom('sources').select('refresh_due_at').execute();
    expect(row?.refresh_due_at).toEqual(new Date((await app.clock.now()).getTime() + 7 * DAY_MS));
  });

  test('that isn’t there, or isn’t public, is a failure with a sentence', async () => {
    await begin();
    for (const address of ['nowhere.example.com', '127.0.0.1', 'http://[::1]/'])
      await maya.api.brain.sources.addPage.mutate({ id: randomUUID(), address, isSite: false }).catch(() => null);
    await readSources(app);
    const { sources } = await maya.api.brain.sources.list.query();
    expect(sources.map(({ state, problem, bytes }) => [state, problem, bytes])).toEqual(
      sources.map(() => ['failed', 'We couldn’t find a public website at this address. Please check the spelling.', 0]),
    );
  });

  test('a website that kills its reader twice is read again only when its owner asks for it', async () => {
    let readings = 0;
    let isHostile = false;
    const page = {
      kind: 'page',
      url: 'https://shop.example.com/',
      canonicalUrl: 'https://shop.example.com/',
      hash: '1',
    } as const;
    const sections = [{ path: [], text: 'The large bowl costs $38.' }];
    const said = { title: 'Shop', description: null, language: 'en', links: [], sections, version: NO_VERSION };
    const readPage = async () => {
      readings += 1;
      if (isHostile) throw new PageProblem('too_complex');
      return { ...page, ...said };
    };
    await begin({ web: { readPage, readSite: () => Promise.reject(new Error('not a site')) } });
    const { id: sourceId } = await addPage('shop.example.com', false);
    await maya.api.brain.sources.setRefreshed.mutate({ sourceId, isRefreshed: true });
    isHostile = true;
    app.clock.advance(7 * DAY_MS);
    await refreshSources(app);
    expect(await sourceOf(maya, sourceId)).toMatchObject({
      state: 'ready',
      problem: expect.stringMatching(/^We couldn’t make sense of this page\./),
    });
    await maya.api.brain.sources.setRefreshed.mutate({ sourceId, isRefreshed: true });
    app.clock.advance(7 * DAY_MS);
    await refreshSources(app);
    expect(readings).toBe(2);
    isHostile = false;
    await maya.api.brain.sources.retry.mutate({ sourceId });
    await readSources(app);
    app.clock.advance(7 * DAY_MS);
    await refreshSources(app);
    expect(readings).toBe(4);
  });

  test('larger than what is left of the plan’s storage leaves nothing', async () => {
    const body = `<title>Long</title>${'<p>We ship every order within two days of the payment, everywhere.</p>'.repeat(100)}`;
    await using site = await startPretendWeb(sitePages({ '/': body }));
    await begin({ web: site.web });
    const { id } = await addFile(app, maya, 'We ship.', { name: 'a.txt' });
    await app.db
      .updateTable('sources')
      .set({ bytes: 100 * 1024 * 1024 - 1_000 })
      .where('id', '=', id)
      .execute();
    const source = await addPage('https://shop.example.com/', false);
    expect(source).toMatchObject({ state: 'failed', bytes: 0, problem: expect.stringMatching(/storage/) });
    expect(await passagesOf(maya, source.id)).toEqual([]);
  });
});

describe('a picture', () => {
  const PICTURE = aPng(800, 600, 'The mug costs $12.');

  test.each([
    [
      'accepts none',
      async () => {
        throw new ModelError('error', { code: 'HTTP 400' });
      },
      /can’t look at pictures\. Add/,
    ],
    ['sees nothing in it', async () => '{"lines": []}', /no text/],
  ])('a model that %s: a sentence, and nothing is kept', async (_, answer, sentence) => {
    await begin();
    app.model.answerWith(async function* answerAs() {
      yield await answer();
    });
    const source = await addFile(app, maya, PICTURE, { name: 'a.png' });
    expect(source).toMatchObject({ state: 'failed', bytes: 0, problem: expect.stringMatching(sentence) });
  });

  test('is refused while the operator has the model switched off', async () => {
    await begin({ environment: { AI_ENABLED: 'false' } });
    const source = await addFile(app, maya, PICTURE, { name: 'a.png' });
    expect(source).toMatchObject({ state: 'failed', problem: expect.stringMatching(/right now/) });
  });

  test('waits for tomorrow when the operator’s budget is spent', async () => {
    const environment = { AI_DAILY_CAP_USD: '0.000001', AI_PRICE_INPUT_USD: '1', AI_PRICE_OUTPUT_USD: '1' };
    await begin({ environment });
    expect(await addFile(app, maya, PICTURE, { name: 'a.png' })).toMatchObject({ state: 'waiting', problem: null });
  });
});

describe('what a document hides, and what was scanned', () => {
  const file = (name: string) => readFileSync(join(projectRoot, 'tests/support/documents/files', name));

  test('hidden sheets and formulas without a result are left out, and the owner is told', async () => {
    await begin();
    const source = await addFile(app, maya, file('merged-and-hidden.xlsx'), { name: 'prices.xlsx' });
    expect(source).toMatchObject({
      state: 'ready',
      leftOut: [
        '1 hidden sheet was left out.',
        '1 formula has no saved result. Open the file in Excel, save it, and add it again.',
      ],
    });
  });

  test('a scanned page says what a model sees on it, and without one that sees it is refused', async () => {
    await begin();
    app.model.answerWith(async function* answerAs() {
      yield '{"lines": ["Rye loaf $11.00"]}';
    });
    const source = await addFile(app, maya, file('scan.pdf'), { name: 'scan.pdf' });
    expect(source).toMatchObject({ state: 'ready', unit: 'page', count: 1, leftOut: [] });
    expect(await passagesOf(maya, source.id)).toMatchObject([{ place: { page: 1 }, text: 'Rye loaf $11.00' }]);
    app.model.answerWith(async function* fail() {
      yield await Promise.reject(new ModelError('error', { code: 'HTTP 400' }));
    });
    await maya.api.brain.sources.remove.mutate({ sourceId: source.id });
    expect(await addFile(app, maya, file('scan.pdf'), { name: 'again.pdf' })).toMatchObject({
      state: 'failed',
      problem: 'It’s a scan, and your team can’t look at pictures. Add a version with selectable text.',
    });
  });
});

describe('reading', () => {
  const reader = (readDocument: DocumentReader['readDocument']) => ({ readDocument, close: () => undefined });

  test('that fails on our side is tried again, and then says so and leaves nothing', async () => {
    await begin({ documents: reader(() => Promise.reject(new Error('the process is gone'))) });
    const { id } = await addFile(app, maya, 'We ship.', { name: 'a.txt' });
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'reading', problem: null });
    await leaveOneRetry(app.db);
    await readSources(app);
    expect(await sourceOf(maya, id)).toMatchObject({
      state: 'failed',
      bytes: 0,
      problem: expect.stringMatching(/on us/),
    });
    expect(await app.db.selectFrom('source_files').select('source_id').execute()).toEqual([]);
  });

  test('ends when the source is removed, and begins again when that is undone', async () => {
    const begun = Promise.withResolvers<void>();
    let readings = 0;
    const documents = reader(async (_, { signal }) => {
      readings += 1;
      if (readings > 1) return { kind: 'refused', problem: 'empty' };
      begun.resolve();
      const { promise, reject } = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
    await begin({ documents });
    const { id: sourceId } = await uploaded(await upload(maya, 'We ship.', { name: 'a.txt' }));
    await begun.promise;
    await maya.api.brain.sources.remove.mutate({ sourceId });
    await app.container.jobs.idle();
    expect((await maya.api.brain.sources.list.query()).sources).toEqual([]);
    await maya.api.brain.sources.restore.mutate({ sourceId });
    await readSources(app);
    await endPauses(app.db);
    await readSources(app);
    expect(await sourceOf(maya, sourceId)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/no text/),
    });
  });
});

test('sources whose jobs were scheduled before files and websites had their own queues are still read', async () => {
  await using site = await startPretendWeb(sitePages({ '/': '<title>Shop</title><p>The mug costs $12.</p>' }));
  await begin({ web: site.web });
  const added = [await addPage('shop.example.com', false), await addFile(app, maya, 'The large bowl costs $42.')];
  await app.db.updateTable('sources').set({ state: 'waiting' }).execute();
  const jobs = added.map(({ id }) => ({
    queue: 'source-reading',
    key: id,
    payload: { userId: maya.userId, sourceId: id },
    due_at: app.clock.current(),
  }));
  await app.db.insertInto('scheduled_jobs').values(jobs).execute();
  await app.container.jobs.runDue(['source-reading']);
  await readSources(app);
  for (const { id } of added) expect(await sourceOf(maya, id)).toMatchObject({ state: 'ready' });
});
