import { expect, test } from 'vitest';
import { problemOf } from '#tests/support/web/pretend-web.ts';
import { createPageReaders } from './page-reader.ts';

const MB = 1024 * 1024;
const LIMITS = { timeMs: 10_000, clockMs: 40_000, memoryBytes: 256 * MB, heapBytes: 128 * MB };
const never = new AbortController().signal;
/** Runs at the priority of the tests: on a busy machine, a low-priority process would exceed a test's time limit. */
const openReader = (limits = {}, signal = never) =>
  createPageReaders({ limits: { ...LIMITS, ...limits }, priority: 0 })('Maya', signal);
const countProcesses = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
const before = countProcesses();
const running = () => countProcesses() - before;
const aPage = (html: string) =>
  ['page', { bytes: Buffer.from(html), charset: null, isHtml: true, url: 'https://a.com/' }] as const;

test('each website is read in its own process, which ends once it is read', async () => {
  const reader = openReader();
  expect(running()).toBe(0);
  const robots = await reader.ask('robots', { bytes: Buffer.from('User-agent: *\nDisallow: /x'), agent: 'TenfoldBot' });
  expect(robots).toEqual({ rules: [{ isAllowed: false, pattern: '/x' }], delaySeconds: 0, sitemaps: [] });
  expect(await reader.ask('permission', { rules: robots.rules, url: 'https://a.com/x/y' })).toBe(false);
  expect(await reader.ask(...aPage('<h1>Mugs</h1><p>$24</p>'))).toMatchObject({
    sections: [{ path: ['Mugs'], text: '$24' }],
  });
  const sitemap = Buffer.from('<urlset><url><loc>https://a.com/1</loc></url></urlset>');
  expect(await reader.ask('sitemap', { bytes: sitemap })).toEqual({ isIndex: false, addresses: ['https://a.com/1'] });
  expect(running()).toBe(1);
  await reader.close();
  await expect.poll(running).toBe(0);
});

test.each([
  ['memory', { memoryBytes: 1 }],
  ['memory within the JavaScript heap', { heapBytes: 8 * MB }],
  ['time', { timeMs: 0 }],
])(
  'a website that uses too much %s gets its process killed twice, and then isn’t read any further',
  async (_what, limits) => {
    const reader = openReader(limits);
    const page = aPage(`<title>Shop</title>${'<p>Bowl</p>'.repeat(40_000)}`);
    expect(await problemOf(reader.ask(...page))).toBe('too_complex');
    await expect.poll(running).toBe(0);
    const again = reader.ask(...page);
    expect(running()).toBe(0);
    expect(await problemOf(again)).toBe('too_complex');
  },
);

test('a process that fails on its own isn’t held against the website', async () => {
  const unable = createPageReaders({ entry: 'server/no-such-file.ts' })('Maya', never);
  await expect(unable.ask(...aPage('<p>Bowl</p>'))).rejects.toThrow('exited with code 1');
});

test('a website whose reader runs out of wall-clock time isn’t blamed, however often that happens', async () => {
  const slow = openReader({ clockMs: 1 });
  for (let reading = 0; reading < 3; reading += 1)
    await expect(slow.ask(...aPage('<p>Bowl</p>'))).rejects.toThrow('no result within 1 ms');
  await expect.poll(running).toBe(0);
});

test('aborting a reading ends its process and rejects with the abort reason', async () => {
  const stop = new AbortController();
  const reader = openReader({}, stop.signal);
  const reading = reader.ask(...aPage('<p>Bowl</p>'));
  stop.abort(new Error('the job was stopped'));
  await expect(reading).rejects.toThrow('the job was stopped');
  await expect(reader.ask(...aPage('<p>Bowl</p>'))).rejects.toThrow('the job was stopped');
  await expect.poll(running).toBe(0);
});

test('a closed reader never starts another process, whatever it is still asked', async () => {
  const reader = openReader();
  const asked = Promise.allSettled([reader.ask(...aPage('<p>Bowl</p>')), reader.ask(...aPage('<p>Mug</p>'))]);
  await reader.close();
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(running).toBe(0);
});
