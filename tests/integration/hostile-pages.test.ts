import type { RequestListener } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { PageProblem } from '#server/gateways/web/page-problem.ts';
import { createPageReaders } from '#server/gateways/web/reading/page-reader.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { HOSTILE_PAGES, HOSTILE_ROBOTS, HOSTILE_SITEMAPS } from '#tests/support/web/hostile-pages.ts';
import { sitePages, startPretendWeb } from '#tests/support/web/pretend-web.ts';

const isFull = Boolean(process.env['TEST_FULL']);
const TIMES = isFull ? 20 : 1;
const TIME_LIMIT_MS = 90_000 * TIMES;
/**
 * How much more CPU time, in milliseconds, the server may use than for a harmless page of the same length: a garbage
 * collection takes this long.
 */
const FLOOR_MS = 150;
const FACTOR = 3;
/** Something else may have been running, so we measure an expensive case again this many times. */
const MEASURED_AGAIN = 4;
const REQUESTS = 10;

/** CI runs this only once, because it doesn't depend on the database. */
const isRun = isFull || (await testDatabase()).driver === 'pglite';

/** The bundle starts in half the time. */
const openReader = createPageReaders({ entry: 'dist/app/pages/page-process.js', priority: 0 });
const startWeb = (answer: RequestListener) => startPretendWeb(answer, { openReader, limits: { totalMs: 60_000 } });
const HARMLESS = `<p>Open on Saturdays.</p><!--${'x'.repeat(4_000_000)}-->`;

let jonas: Person;
beforeAll(async () => {
  jonas = await aPerson(await createTestApp());
});

const outcomeOf = (reading: Promise<{ kind: string }>) =>
  reading.then(
    ({ kind }) => kind,
    (error: unknown) => (error instanceof PageProblem ? error.code : String(error)),
  );

/** Runs the work while someone else uses the product. */
async function besideJonas(work: () => Promise<string>): Promise<{ outcome: string; spentMs: number }> {
  const before = process.cpuUsage();
  const requests = async () => {
    for (let count = 0; count < REQUESTS; count += 1) await jonas.api.usage.overview.query();
  };
  const [outcome] = await Promise.all([work(), requests()]);
  const { user, system } = process.cpuUsage(before);
  return { outcome, spentMs: (user + system) / 1_000 };
}

test.runIf(isRun)(
  'eighteen kinds of hostile pages crash nothing, and cost the server no more than harmless ones',
  async () => {
    const bodies = {
      harmless: HARMLESS,
      ...Object.fromEntries(Object.values(HOSTILE_PAGES).map((make, at) => [at, make()])),
    };
    const pages = Object.entries(bodies).map(([path, body]) => [
      `/${path}`,
      { type: 'text/html', body: Buffer.from(body) },
    ]);
    await using site = await startWeb(sitePages(Object.fromEntries(pages)));
    const read = (path: string | number) =>
      besideJonas(() => outcomeOf(site.web.readPage(`https://fernandkiln.com/${path}`)));
    const harmless = await read('harmless');
    expect(harmless.outcome).toBe('page');
    const allowedMs = FLOOR_MS + FACTOR * harmless.spentMs;
    const outcomes = new Map<string, Set<string>>();
    const expensive = new Set<string>();
    for (const [at, kind] of Object.keys(HOSTILE_PAGES).entries()) {
      let spentMs = Number.POSITIVE_INFINITY;
      for (let time = 1; time <= TIMES || (spentMs > allowedMs && time <= MEASURED_AGAIN); time += 1) {
        const reading = await read(at);
        outcomes.set(kind, (outcomes.get(kind) ?? new Set()).add(reading.outcome));
        spentMs = Math.min(spentMs, reading.spentMs);
      }
      if (spentMs > allowedMs) expensive.add(`${kind}: ${Math.round(spentMs)} ms, ${Math.round(allowedMs)} ms allowed`);
    }
    expect([...expensive]).toEqual([]);
    expect(Object.fromEntries([...outcomes].map(([kind, seen]) => [kind, [...seen].join(' and ')]))).toEqual({
      'paragraphs without end': 'too_large',
      'list items without end': 'too_large',
      'options without end': 'too_large',
      'entities that don’t exist': 'too_large',
      'entities without end': 'empty',
      'deep nesting': 'too_large',
      'tables in tables': 'too_large',
      'lists in selects': 'too_large',
      'attributes without end': 'empty',
      'a comment that never ends': 'empty',
      'drawings and formulas': 'too_large',
      'templates in templates': 'too_large',
      'end tags without a start': 'too_large',
      'marked text and instructions': 'empty',
      'deep data for search engines': 'empty',
      'long data for search engines': 'page',
      'a link without end': 'page',
      'text without a blank': 'too_large',
    });
  },
  TIME_LIMIT_MS,
);

test.runIf(isRun)(
  'hostile robots.txt files and sitemaps crash nothing',
  async () => {
    const outcomes: string[] = [];
    const sitemaps = Object.values(HOSTILE_SITEMAPS);
    for (const [at, robots] of Object.values(HOSTILE_ROBOTS).entries()) {
      const answer = sitePages({
        '/': '<p>Bowls and mugs.</p>',
        '/robots.txt': { type: 'text/plain', body: robots() },
        '/sitemap.xml': { type: 'application/xml', body: sitemaps[at % sitemaps.length]?.() ?? '' },
      });
      await using site = await startWeb(answer);
      for (let time = 1; time <= TIMES; time += 1) {
        const reading = site.web
          .readSite('https://fernandkiln.com/')
          .then(({ pages: [page] }) => ({ kind: page?.kind ?? 'nothing' }));
        outcomes.push((await besideJonas(() => outcomeOf(reading))).outcome);
      }
    }
    // A rule with too many stars forbids everything up to the first.
    expect(new Set(outcomes)).toEqual(new Set(['page', 'refused_by_robots']));
  },
  TIME_LIMIT_MS,
);
