import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildIfStale } from './lib/build.mjs';
import { CHROMIUM_ARGUMENTS } from './lib/chromium-arguments.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { freePort } from './lib/free-port.mjs';
import { PlainError, runMain, say } from './lib/messages.mjs';
import { listPages } from './lib/pages.mjs';
import { withProduct } from './lib/product.mjs';
import { projectRoot } from './lib/project.mjs';
import { readRecordedSizes, writeRecordedSizes } from './lib/recorded-sizes.mjs';
import { signIn } from './lib/sign-in.mjs';
import { withTemporaryFolder } from './lib/temporary-folder.mjs';
import { scriptsOfUntouchedPage } from './lib/untouched-page.mjs';
import { ensureReady } from './ready.mjs';

/**
 * Brotli kilobytes of JavaScript that a page may load without any user input: in a real browser with an empty cache and
 * a large screen, until the page is idle. `path` is the page that is opened, `email` the person who is signed
 * in. `states` are other ways to open it, each of which must fit: the largest one counts.
 */
const BUDGETS = {
  '/': { most: 20, path: () => '/' },
  '/blog': { most: 20, path: () => '/blog' },
  '/blog/$slug': { most: 20, path: newestArticle },
  '/auth': { most: 110, path: () => '/auth' },
  '/checkout': {
    most: 110,
    path: () => '/checkout?plan=pro&billing=monthly',
    email: 'free@tenfold.test',
    // With each banner. The welcome-back offer is the same script as the first-time one.
    states: [
      { path: () => '/checkout?plan=starter&discount=first-time', email: 'demo@tenfold.test' },
      { path: () => '/checkout?plan=pro&urgent=true', email: 'free@tenfold.test' },
    ],
  },
  '/onboarding': { most: 150, path: () => '/onboarding', email: 'demo@tenfold.test' },
  '/dashboard/$slug': { most: 150, path: () => '/dashboard/brain-ai', email: 'demo@tenfold.test' },
  '/dashboard/billing': { most: 150, path: () => '/dashboard/billing', email: 'demo@tenfold.test' },
};

/** A change smaller than this, in kilobytes, depends on how names compress. */
const GROWTH = 0.2;

const sizes = new Map();
function brotliBytes(file) {
  if (!sizes.has(file))
    sizes.set(file, brotliCompressSync(readFileSync(join(projectRoot, 'dist/client', file))).length);
  return sizes.get(file);
}

const kilobytesOf = (files) => files.reduce((sum, file) => sum + brotliBytes(file), 0) / 1000;

function routeFiles() {
  const all = readdirSync(join(projectRoot, 'src/routes'), { recursive: true }).map((file) =>
    String(file).replaceAll('\\', '/'),
  );
  return all.filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));
}

async function newestArticle(address) {
  const feed = await (await fetch(`${address}/blog/feed.json`)).json();
  return new URL(feed.items[0].url).pathname;
}

async function signedIn(browser, address, email) {
  const context = await browser.newContext();
  await signIn(await context.newPage(), { address, email });
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Two pages at a time: one after the other waits mostly, and all at once would starve each other. */
async function openAll(browser, address) {
  const found = new Map();
  const waiting = Object.entries(BUDGETS).flatMap(([page, { states = [], ...first }]) =>
    [first, ...states].map((state) => [page, state]),
  );
  const states = new Map();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [page, { path, email }] = next;
      if (email !== undefined && !states.has(email)) states.set(email, signedIn(browser, address, email));
      const storageState = email === undefined ? undefined : await states.get(email);
      const kilobytes = await scriptsOfUntouchedPage(browser, { url: address + (await path(address)), storageState });
      found.set(page, Math.max(kilobytes, found.get(page) ?? 0));
    }
  };
  await Promise.all([work(), work()]);
  return found;
}

/** The kilobytes of each page that has a budget, by address. */
async function measureInBrowser(node) {
  const executablePath = findChromium();
  const { chromium } = await import('@playwright/test');
  const port = await freePort();
  return await withTemporaryFolder((dataDir) =>
    withProduct({ node, dataDir, port }, async (address) => {
      const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
      try {
        return await openAll(browser, address);
      } finally {
        await browser.close();
      }
    }),
  );
}

function problemsOf(page, untouched) {
  const most = BUDGETS[page.address]?.most;
  return [
    ...(untouched > most
      ? [`${page.address} loads ${untouched.toFixed(1)} kB on its own, its budget is ${most} kB.`]
      : []),
    ...page.misplaced.map(
      (module) => `${page.address} is public and loads ${module}, which belongs to signed-in people.`,
    ),
  ];
}

/** How much a page has grown since the last documented run. */
function growthOf(address, kilobytes, recorded) {
  const before = recorded.get(address);
  return before !== undefined && kilobytes - before >= GROWTH
    ? [`grown by ${(kilobytes - before).toFixed(1)} from ${before.toFixed(1)}`]
    : [];
}

await runMain(async () => {
  const node = await ensureReady();
  await buildIfStale(node);
  const chunks = JSON.parse(readFileSync(join(projectRoot, 'dist/client-modules.json'), 'utf8'));
  const pages = listPages(chunks, routeFiles());
  const unknown = Object.keys(BUDGETS).filter((address) => !pages.some((page) => page.address === address));
  const problems = unknown.map((address) => `There is no page ${address}, so its budget checks nothing.`);
  const untouched = await measureInBrowser(node);
  const recorded = readRecordedSizes();
  const measured = [];
  say('JavaScript on the first load, Brotli:');
  for (const page of pages.toSorted((a, b) => a.address.localeCompare(b.address))) {
    const [kilobytes, inUse] = [kilobytesOf(page.first), kilobytesOf(page.whole)];
    const alone = untouched.get(page.address);
    const notes = [
      ...(alone === undefined
        ? []
        : [`${alone.toFixed(1)} kB until it is idle, at most ${BUDGETS[page.address].most}`]),
      ...growthOf(page.address, kilobytes, recorded),
      ...(inUse > kilobytes ? [`${inUse.toFixed(1)} kB once it is used`] : []),
    ];
    say(`${kilobytes.toFixed(1).padStart(8)} kB  ${page.address}${notes.length > 0 ? `  (${notes.join('; ')})` : ''}`);
    measured.push({ address: page.address, kilobytes, alone });
    problems.push(...problemsOf(page, alone));
  }
  if (process.argv.includes('--write-docs')) say(`Written to ${writeRecordedSizes(measured)}`);
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
});
