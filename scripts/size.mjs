import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildIfStale } from './lib/build.mjs';
import { PlainError, runMain, say } from './lib/messages.mjs';
import { listPages } from './lib/pages.mjs';
import { projectRoot } from './lib/project.mjs';
import { ensureReady } from './ready.mjs';

/** Brotli kilobytes of JavaScript on the first load. */
const BUDGETS = { '/': 20, '/blog': 20, '/blog/$slug': 20, '/auth': 110, '/checkout': 110, '/dashboard/$slug': 150 };

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

function problemsOf(page, kilobytes) {
  const budget = BUDGETS[page.address];
  return [
    ...(budget !== undefined && kilobytes > budget
      ? [`${page.address} loads ${kilobytes.toFixed(1)} kB, its budget is ${budget} kB.`]
      : []),
    ...page.misplaced.map(
      (module) => `${page.address} is public and loads ${module}, which belongs to signed-in people.`,
    ),
  ];
}

await runMain(async () => {
  await buildIfStale(await ensureReady());
  const chunks = JSON.parse(readFileSync(join(projectRoot, 'dist/client-modules.json'), 'utf8'));
  const pages = listPages(chunks, routeFiles());
  const unknown = Object.keys(BUDGETS).filter((address) => !pages.some((page) => page.address === address));
  const problems = unknown.map((address) => `There is no page ${address}, so its budget checks nothing.`);
  say('JavaScript on the first load, Brotli:');
  for (const page of pages.toSorted((a, b) => a.address.localeCompare(b.address))) {
    const [kilobytes, inUse] = [kilobytesOf(page.first), kilobytesOf(page.whole)];
    const budget = BUDGETS[page.address];
    const notes = [
      ...(budget === undefined ? [] : [`at most ${budget}`]),
      ...(inUse > kilobytes ? [`${inUse.toFixed(1)} kB once it is used`] : []),
    ];
    say(`${kilobytes.toFixed(1).padStart(8)} kB  ${page.address}${notes.length > 0 ? `  (${notes.join('; ')})` : ''}`);
    problems.push(...problemsOf(page, kilobytes));
  }
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
});
