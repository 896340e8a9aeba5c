import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from './messages.mjs';
import { projectRoot } from './project.mjs';

const DOCS = join(projectRoot, 'docs', 'performance.md');
const START = '<!-- size:start, written by `npm run size -- --write-docs` -->';
const END = '<!-- size:end -->';

function section() {
  const page = readFileSync(DOCS, 'utf8');
  const [from, to] = [page.indexOf(START), page.indexOf(END)];
  if (from === -1 || to < from) throw new PlainError(`${DOCS} has lost the marks that the sizes go between.`);
  return { before: page.slice(0, from + START.length), sizes: page.slice(from, to), after: page.slice(to) };
}

/** The kilobytes of each page's first load in the last documented run, by path. */
export function readRecordedSizes() {
  const rows = section().sizes.matchAll(/^\| `(?<address>[^`]+)` \| (?<kilobytes>[\d.]+) \|/gm);
  return new Map([...rows].map(({ groups }) => [groups.address, Number(groups.kilobytes)]));
}

/** Writes today's sizes into the documentation, between their two markers. */
export function writeRecordedSizes(sizes) {
  const { before, after } = section();
  const rows = sizes.map(
    ({ address, kilobytes, alone }) => `| \`${address}\` | ${kilobytes.toFixed(1)} | ${alone?.toFixed(1) ?? ''} |`,
  );
  writeFileSync(DOCS, [before, '| Page | kB | until it is idle |', '| --- | --- | --- |', ...rows, after].join('\n'));
  return DOCS;
}
