import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { projectRoot } from './source-files.ts';

const RUNNERS = new Set(['describe', 'it', 'test']);
/** Playwright's tags choose where a journey runs and aren't part of its title. */
const TAG = / @[\w-]+/g;
type Node = { type: string } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** `test`, `test.each(...)`, `describe.each(...)` and so on. */
function isRunner(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return RUNNERS.has(String(callee['name']));
  return isRunner(callee.type === 'MemberExpression' ? callee['object'] : callee['callee']);
}

function collect(value: unknown, titles: Set<string>): void {
  if (Array.isArray(value)) for (const child of value) collect(child, titles);
  if (!isNode(value)) return;
  if (value.type === 'CallExpression' && isRunner(value['callee']) && Array.isArray(value['arguments'])) {
    const [title]: unknown[] = value['arguments'];
    if (isNode(title) && title.type === 'Literal' && typeof title['value'] === 'string')
      titles.add(title['value'].replaceAll(TAG, ''));
  }
  for (const child of Object.values(value)) collect(child, titles);
}

const known = new Map<string, Set<string>>();

/** The titles of a test file's tests and groups, as written in the file, without Playwright's tags. */
export function readTestTitles(path: string): Set<string> {
  const titles = known.get(path) ?? new Set<string>();
  if (!known.has(path)) {
    collect(parseSync(path, readFileSync(join(projectRoot, path), 'utf8')).program, titles);
    known.set(path, titles);
  }
  return titles;
}
