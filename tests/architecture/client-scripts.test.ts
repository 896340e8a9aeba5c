import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIENT_SCRIPTS } from '../../scripts/client-scripts.ts';
import { projectRoot } from './source-files.ts';

/** Where a pattern's group with alternatives ends, or an expression's next `|` outside of groups is. */
function endOf(pattern: string, from: number, mark: ')' | '|'): number {
  let depth = 0;
  for (let at = from; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (depth === 0 && character === mark) return at;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
  }
  return pattern.length;
}

function splitAtBars(pattern: string): string[] {
  const end = endOf(pattern, 0, '|');
  return end === pattern.length ? [pattern] : [pattern.slice(0, end), ...splitAtBars(pattern.slice(end + 1))];
}

/** A pattern as all those without alternatives that it stands for: `a(?:b|c)` is `ab` and `ac`. */
function alternatives(pattern: string): string[] {
  return splitAtBars(pattern).flatMap((one) => {
    const group = one.indexOf('(?:');
    if (group === -1) return [one];
    const end = endOf(one, group + 3, ')');
    return alternatives(one.slice(group + 3, end)).flatMap((choice) =>
      alternatives(`${one.slice(0, group)}${choice}${one.slice(end + 1)}`),
    );
  });
}

/** The deepest folder that a pattern names. */
function folderOf(pattern: string): string {
  const path = pattern.startsWith('lucide-react/') ? `node_modules/${pattern}` : pattern;
  const names = path.split('/');
  const depths = names.map((_, length) => names.slice(0, length).join('/'));
  return depths.findLast((folder) => existsSync(join(projectRoot, folder))) ?? '';
}

const files = new Map<string, string[]>();
function filesIn(folder: string): string[] {
  const known = files.get(folder);
  if (known) return known;
  const entries = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  files.set(folder, found);
  return found;
}

test('alternatives are told apart at every depth', () => {
  expect(alternatives('a/(?:b|c(?:d|e))/(?!f)x|g\\.(?:h)')).toEqual([
    'a/b/(?!f)x',
    'a/cd/(?!f)x',
    'a/ce/(?!f)x',
    'g\\.h',
  ]);
});

test('every module that the build is told to put into a script exists', () => {
  const patterns = CLIENT_SCRIPTS.flatMap(({ test: { source } }) => alternatives(source.replaceAll('\\/', '/')));
  expect(patterns.length).toBeGreaterThan(100);
  const missing = patterns.filter((pattern) => {
    const isMeant = new RegExp(pattern);
    return !filesIn(folderOf(pattern)).some((file) => isMeant.test(file));
  });
  expect(missing).toEqual([]);
});
