import { parseArgs } from 'node:util';
import { CHROMIUM_ARGUMENTS } from '../lib/chromium-arguments.mjs';
import { findChromium } from '../lib/find-chromium.mjs';
import { freePort } from '../lib/free-port.mjs';
import { PlainError, runMain, say } from '../lib/messages.mjs';
import { withProduct } from '../lib/product.mjs';
import { signIn } from '../lib/sign-in.mjs';
import { withTemporaryFolder } from '../lib/temporary-folder.mjs';
import { median } from '../bench/statistics.mjs';
import { DOCUMENT_KB, LCP_RATIO, PAGES, REQUESTS_TO_PAINT, TBT_MS, TIMES } from './pages.mjs';
import { runOnce } from './run-once.mjs';
import { withoutScripts } from './without-scripts.mjs';

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;

async function signInOnce(context, address) {
  const page = await context.newPage();
  await signIn(page, { address, email: 'free@tenfold.test' });
  await page.close();
}

async function newestArticle(address) {
  const feed = await (await fetch(`${address}/blog/feed.json`)).json();
  return new URL(feed.items[0].url).pathname;
}

/** The medians of several runs, scores included, because a single slow run says nothing. */
async function look(url, options) {
  const runs = [];
  for (let time = 0; time < TIMES; time += 1) runs.push(await runOnce(url, options));
  const middle = (read) => median(runs.map(read));
  return {
    scores: Object.fromEntries(Object.keys(runs[0].scores).map((id) => [id, middle((run) => run.scores[id])])),
    lcpMs: middle((run) => run.lcpMs),
    tbtMs: middle((run) => run.tbtMs),
    cls: middle((run) => run.cls),
    documentKb: middle((run) => run.documentKb),
    requestsToPaint: middle((run) => run.requestsToPaint),
    failed: [...new Set(runs.flatMap((run) => run.failed))],
  };
}

function problemsOf(page, found, bare) {
  const { scores } = found;
  const check = (isGood, sentence) => (isGood ? [] : [`${page.name}: ${sentence}`]);
  const failed = found.failed.length > 0 ? ` (${found.failed.join(', ')})` : '';
  return [
    ...['accessibility', 'best-practices', 'seo'].flatMap((id) =>
      check(scores[id] === 100, `${id} is ${scores[id]}, not 100${failed}`),
    ),
    ...check(scores.performance >= page.performance, `performance is ${scores.performance}, not ${page.performance}`),
    ...(page.isLean
      ? [
          ...check(found.documentKb <= DOCUMENT_KB, `HTML and CSS are ${found.documentKb.toFixed(1)} kB`),
          ...check(found.requestsToPaint <= REQUESTS_TO_PAINT, `${found.requestsToPaint} requests to the first paint`),
        ]
      : []),
    ...(bare
      ? [
          ...check(
            found.lcpMs <= bare.lcpMs * LCP_RATIO,
            `LCP is ${(found.lcpMs / bare.lcpMs).toFixed(2)} of that without JavaScript`,
          ),
          ...check(found.tbtMs <= TBT_MS, `TBT is ${found.tbtMs.toFixed(0)} ms`),
          ...check(found.cls === 0, `CLS is ${found.cls}`),
        ]
      : []),
  ];
}

function describe(page, found, bare) {
  const { performance, accessibility, seo } = found.scores;
  const scores = [performance, accessibility, found.scores['best-practices'], seo].map((score) =>
    String(score).padStart(4),
  );
  const ratio = bare ? `  LCP ${(found.lcpMs / bare.lcpMs).toFixed(2)} of that without JavaScript` : '';
  return `${page.name.padEnd(12)}${scores.join('')}  LCP ${found.lcpMs.toFixed(0)} ms  TBT ${found.tbtMs.toFixed(0)} ms  CLS ${found.cls.toFixed(3)}  HTML+CSS ${found.documentKb.toFixed(1)} kB  ${found.requestsToPaint} requests to the first paint${ratio}`;
}

async function lookAtAll(context, { address, port }) {
  const problems = [];
  say(`Performance, accessibility, best practices, SEO; medians of ${TIMES} with the mobile profile:`);
  for (const page of PAGES.filter(({ name }) => only === undefined || name === only)) {
    if (page.isSignedIn) await signInOnce(context, address);
    const url = address + (page.path ?? (await newestArticle(address)));
    const found = await look(url, { port, isUnlisted: page.isSignedIn });
    const bare = page.path === '/' ? await withoutScripts(address, (quiet) => look(quiet + page.path, { port })) : null;
    say(describe(page, found, bare));
    problems.push(...problemsOf(page, found, bare));
  }
  return problems;
}

await runMain(async () => {
  if (only !== undefined && !PAGES.some(({ name }) => name === only))
    throw new PlainError(`There is no page ${only}. There are: ${PAGES.map(({ name }) => name).join(', ')}.`);
  const executablePath = findChromium();
  const { chromium } = await import('@playwright/test');
  const [port, productPort] = [await freePort(), await freePort()];
  const problems = await withTemporaryFolder((folder) =>
    withProduct({ node: process.execPath, dataDir: `${folder}/data`, port: productPort }, async (address) => {
      const context = await chromium.launchPersistentContext(`${folder}/profile`, {
        executablePath,
        args: [...CHROMIUM_ARGUMENTS, `--remote-debugging-port=${port}`],
      });
      try {
        return await lookAtAll(context, { address, port });
      } finally {
        await context.close();
      }
    }),
  );
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
});
