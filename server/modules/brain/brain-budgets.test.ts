import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { BUDGETS, type BudgetName } from '#contract/billing/budgets.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import { PageProblem } from '#server/gateways/web/page-problem.ts';
import type { WebPage } from '#server/gateways/web/read-page.ts';
import type { SiteReading } from '#server/gateways/web/site/read-site.ts';
import type { WebGateway } from '#server/gateways/web/web.ts';
import type { Person } from '#tests/support/chat.ts';
import { knowingModel, knownTo, say, typeFact } from '#tests/support/brain/brain.ts';
import { scriptedEmbeddings } from '#tests/support/brain/embeddings.ts';
import { addFile, sourceOf, upload, uploaded } from '#tests/support/brain/sources.ts';
import { embedTexts, endPauses, learn, readSources } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { usedOf, useUp } from '#tests/support/usage.ts';

const PRICES = 'Item,Price\nLarge bowl,$38\nSmall bowl,$28\n';
/** An assistant that is on the Free plan. */
const FREE = { to: 'brain_ai' } as const;
/** Long enough for everything that waits for the next day to be due. */
const NEXT_DAY_MS = 26 * 3_600_000;

let app: TestApp;
let maya: Person;
let embeddings: ReturnType<typeof scriptedEmbeddings>;
let fetched = 0;
let documents = 0;
const aPage = (path: string): WebPage => ({
  kind: 'page',
  url: `https://shop.example/${path}`,
  canonicalUrl: `https://shop.example/${path}`,
  title: 'Shop',
  description: null,
  language: 'en',
  hash: path,
  sections: [{ path: [], text: 'The mug costs $12.' }],
  links: [],
  version: { etag: null, lastModified: null },
});
const web: WebGateway = {
  readPage: async () => {
    fetched += 1;
    return aPage('');
  },
  readSite: async (_, { onProgress } = {}): Promise<SiteReading> => {
    fetched += 3;
    for (const read of [1, 2, 3]) onProgress?.({ read, total: 3 });
    return {
      pages: [aPage('')],
      unchanged: [],
      failed: [],
      hasMore: false,
      listed: { addresses: [], count: 0 },
      slowDown: null,
      redirects: new Map(),
    };
  },
};

async function begin(overrides: Parameters<typeof createTestApp>[0] = {}) {
  embeddings = scriptedEmbeddings();
  app = await createTestApp({
    environment: { AI_EMBEDDING_MODEL: 'any' },
    embeddings: embeddings.gateway,
    web,
    ...overrides,
  });
  maya = await aPerson(app, { plan: 'free' });
  knowingModel(app);
}
beforeEach(async () => {
  [fetched, documents] = [0, 0];
  await begin();
});
const used = (budget: BudgetName) => usedOf(app, maya.userId, budget);
const addPage = async (isSite: boolean) => {
  const { id } = await maya.api.brain.sources.addPage.mutate({ id: randomUUID(), address: 'shop.example', isSite });
  await readSources(app);
  return id;
};
const untilTomorrow = expect.stringMatching(/^2026-11-17T0[01]:/);

describe('a source whose budget is used up', () => {
  test('a document whose budget is used up waits until the next day, says so, and is then read', async () => {
    await useUp(app, maya.userId, 'documents_read');
    const { id } = await addFile(app, maya, PRICES);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'waiting', problem: null, waitsUntil: untilTomorrow });
    expect(app.model.requests).toHaveLength(0);
    app.clock.advance(NEXT_DAY_MS);
    await readSources(app);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'ready', factCount: 2, waitsUntil: null });
    expect(await used('documents_read')).toBe(1);
  });

  test.each([
    ['a page', false, 1],
    ['a site', true, 3],
  ])('%s whose budget is used up waits until the next day, says so, and is then read', async (_, isSite, pages) => {
    await useUp(app, maya.userId, 'pages_read');
    const id = await addPage(isSite);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'waiting', problem: null, waitsUntil: untilTomorrow });
    expect(fetched).toBe(0);
    app.clock.advance(NEXT_DAY_MS);
    await readSources(app);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'ready', waitsUntil: null });
    expect(await used('pages_read')).toBe(pages);
  });

  test('a PDF at a web address waits until the next day if the budget for documents is used up', async () => {
    const pdf = {
      kind: 'file',
      url: 'https://shop.example/a.pdf',
      type: 'application/pdf',
      bytes: Buffer.alloc(1),
    } as const;
    const version = { etag: null, lastModified: null };
    await begin({ web: { ...web, readPage: async () => ({ ...pdf, version }) } });
    await useUp(app, maya.userId, 'documents_read');
    const id = await addPage(false);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'waiting', waitsUntil: untilTomorrow });
  });

  test('a document that can’t be read for facts today says so, and is read for them the next day', async () => {
    await useUp(app, maya.userId, 'model_calls');
    const { id } = await addFile(app, maya, PRICES);
    expect(await sourceOf(maya, id)).toMatchObject({ state: 'ready', isLearning: true, waitsUntil: untilTomorrow });
    for (let time = 0; time < 3; time += 1) {
      await maya.api.brain.sources.retry.mutate({ sourceId: id });
      await readSources(app);
    }
    expect(app.model.requests).toHaveLength(0);
    app.clock.advance(NEXT_DAY_MS);
    await readSources(app);
    expect(await sourceOf(maya, id)).toMatchObject({ factCount: 2, isLearning: false, waitsUntil: null });
    expect(app.model.requests).toHaveLength(1);
  });
});

describe('what counts as read', () => {
  test('each attempt to read a document counts, including failed ones', async () => {
    const readDocument: DocumentReader['readDocument'] = () => {
      documents += 1;
      return Promise.reject(new Error('reading failed'));
    };
    await begin({ documents: { readDocument, close: () => undefined } });
    await upload(maya, PRICES);
    await readSources(app);
    await endPauses(app.db);
    await readSources(app);
    expect([documents, await used('documents_read')]).toEqual([2, 2]);
  });

  test('only the pages of a site that were fetched count, even if the website fails', async () => {
    const readSite = () => Promise.reject(new PageProblem('not_found'));
    await begin({ web: { ...web, readSite } });
    await addPage(true);
    expect(await used('pages_read')).toBe(1);
  });

  test('a document can’t be read again past the day’s budget, and its facts stay in use', async () => {
    const { id: sourceId } = await addFile(app, maya, PRICES);
    await useUp(app, maya.userId, 'documents_read', { left: 2 });
    for (let time = 0; time < 5; time += 1) {
      await maya.api.brain.sources.retry.mutate({ sourceId });
      await readSources(app);
    }
    expect(await used('documents_read')).toBe(BUDGETS.documents_read.perAccount.free);
    expect(await sourceOf(maya, sourceId)).toMatchObject({ state: 'waiting', factCount: 2 });
    expect((await say(app, maya, 'What does the large bowl cost?', FREE)).answer).toBeDefined();
    expect(app.model.requests.at(-1)?.instructions).toContain('$38');
  });
});

describe('vectors', () => {
  test('vectors wait until the next day if their budget is used up, and each text counts once', async () => {
    await typeFact(maya, 'The kiln rests on Sundays.');
    await typeFact(maya, 'Clay is from Devon.');
    await useUp(app, maya.userId, 'embeddings', { left: 1 });
    await embedTexts(app);
    expect(embeddings.asked).toEqual([]);
    expect(await used('embeddings')).toBe(BUDGETS.embeddings.perAccount.free - 1);
    app.clock.advance(NEXT_DAY_MS);
    await embedTexts(app);
    expect(embeddings.asked.flat()).toHaveLength(2);
    expect(await used('embeddings')).toBe(2);
  });
});

describe('facts that are typed when no budget is left', () => {
  test('a typed fact is saved and used in answers, however often it’s corrected, and causes no call', async () => {
    for (const budget of ['model_calls', 'embeddings'] as const) await useUp(app, maya.userId, budget);
    let factId = await typeFact(maya, 'The large bowl costs $38.', 'product');
    for (let price = 39; price < 49; price += 1) {
      const id = randomUUID();
      await maya.api.brain.correct.mutate({ id, factId, statement: `The large bowl costs $${price}.` });
      factId = id;
      await learn(app);
      await embedTexts(app);
    }
    expect([app.model.requests.length, embeddings.asked.length]).toEqual([0, 0]);
    expect(await knownTo(maya)).toEqual(['The large bowl costs $48.']);
    app.clock.advance(NEXT_DAY_MS);
    await learn(app);
    await embedTexts(app);
    expect([app.model.requests.length, embeddings.asked.length]).toEqual([1, 1]);
  });
});

describe('downloads past the day’s budget', () => {
  const text = 'You can download up to 200 files a day.';

  test('a conversation can’t be downloaded once the day’s budget is used up, and that isn’t counted as an export', async () => {
    const { conversation } = await say(app, maya, 'Good morning.', FREE);
    await useUp(app, maya.userId, 'exports');
    const request = { id: randomUUID(), conversationId: conversation.id };
    await expect(maya.api.chat.exportConversation.mutate(request)).rejects.toThrow(text);
    expect(await maya.api.usage.check.query({ usageType: 'exports' })).toMatchObject({ currentUsage: 0 });
    app.clock.advance(NEXT_DAY_MS);
    await maya.api.chat.exportConversation.mutate(request);
    expect(await used('exports')).toBe(1);
  });

  test('templates can’t be downloaded once the day’s budget is used up', async () => {
    await maya.api.powerUps.templates.exportFile.query();
    expect(await used('exports')).toBe(1);
    await useUp(app, maya.userId, 'exports');
    await expect(maya.api.powerUps.templates.exportFile.query()).rejects.toThrow(text);
  });

  test('a document can’t be downloaded once the day’s budget is used up', async () => {
    const { id } = await uploaded(await upload(maya, PRICES));
    expect((await maya.request(`/brain/files/${id}`)).status).toBe(200);
    await useUp(app, maya.userId, 'exports');
    const response = await maya.request(`/brain/files/${id}`);
    expect([response.status, await response.json()]).toEqual([
      429,
      { error: { appCode: 'BUDGET_USED_UP', message: text } },
    ]);
  });

  test('the download of all data is refused once the day’s budget is used up', async () => {
    await useUp(app, maya.userId, 'exports');
    const response = await maya.request('/account/export');
    expect(response.headers.get('location')).toBe('/dashboard/settings?problem=BUDGET_USED_UP');
    await useUp(app, maya.userId, 'exports', { left: 1 });
    const archive = await maya.request('/account/export');
    expect(archive.headers.get('content-type')).toBe('application/zip');
    await archive.arrayBuffer();
  });
});
