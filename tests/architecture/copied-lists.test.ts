import { expect, test } from 'vitest';
import { readSourceFiles, type SourceFile } from './source-files.ts';

const words = (text: string) => Array.from(text.matchAll(/'([^']+)'/g), ([, word = '']) => word);
const keyOf = (text: string) => words(text).toSorted().join(' ');

/** The lists of words that server/contract exports, by their words in alphabetical order. */
const contractLists = new Map(
  readSourceFiles(/\.ts$/)
    .filter(({ path }) => path.startsWith('server/contract/') && !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...text.matchAll(/export const (\w+) = \[((?:\s*'[^']+',?\s*){2,})\] as const/g)])
    .map(([, name = '', list = '']) => [keyOf(list), name]),
);

/** Lists in a file that say again what a list of the contract says: as an array, in SQL or as a union. */
function findCopies({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/'[\w -]+'(?:\s*[,|]\s*'[\w -]+')+/g)].flatMap(({ 0: list, index }) => {
    const name = contractLists.get(keyOf(list));
    return name ? [`${path}:${text.slice(0, index).split('\n').length}: ${list} is ${name}`] : [];
  });
}

test.each([
  "const LIVE = new Set(['suggested', 'confirmed', 'conflict']);",
  "sql`where state in ('conflict', 'suggested', 'confirmed')`",
  "type Row = { rating: 'up' | 'down' | null };",
])('a list of the contract that is written down again is found: %s', (text) => {
  expect(findCopies({ path: 'db/queries/a.ts', text })).toHaveLength(1);
});

test('statements take the lists of states from the contract', () => {
  const files = readSourceFiles(/\.ts$/).filter(({ path }) => path.startsWith('db/queries/'));
  expect(files.length).toBeGreaterThan(80);
  expect(files.flatMap(findCopies)).toEqual([]);
});
