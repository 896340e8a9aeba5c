import { describe, expect, test } from 'vitest';
import { readSourceFiles, type SourceFile } from '#tests/architecture/source-files.ts';
import { PRE_SIGN_IN_ENTRIES, NON_PERSONAL_ENTRIES } from './stores.ts';

/** The stores of a browser, however they are written to. */
const WRITES =
  /\.setItem\(|\b(?:local|session)Storage(?:\.\w+ = |\[)|\bindexedDB\b|\bcaches\.(?:open|match)\(|\bcookieStore\b|\bnavigator\.storage\b/;
/** The stores themselves: their keys are arguments, of types that name the list. */
const STORE = 'src/lib/storage/personal-store.ts';
const KEYS = [...Object.keys(PRE_SIGN_IN_ENTRIES), ...NON_PERSONAL_ENTRIES];

/** The keys that a file names: ours, and any that it writes to directly. */
const keysIn = (text: string): string[] => [
  ...[...text.matchAll(/['"`](tenfold:[\w-]*)/g)].map(([, key = '']) => key),
  ...[...text.matchAll(/\.setItem\(\s*['"`]([^'"`$]*)/g)].map(([, key = '']) => key),
];

/** Writes to a browser's stores under a key that `src/lib/storage/stores.ts` doesn't list. */
function findUnlisted(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (path === STORE || !WRITES.test(text)) return [];
    const keys = keysIn(text);
    if (keys.length === 0) return [`${path} writes under a key that this test can't read`];
    return keys.filter((key) => !KEYS.includes(key)).map((key) => `${path}: ${key}`);
  });
}

describe('what a browser keeps (SESSION-6)', () => {
  const files = readSourceFiles(/\.(?:ts|tsx|js)$/).filter(
    ({ path }) => /^(?:src|server\/http)\//.test(path) && !/\.test\./.test(path),
  );

  test('is on the list of stores, which says whose it is', () => {
    expect(findUnlisted(files)).toEqual([]);
  });

  test('includes every key on the list', () => {
    const written = files.filter(({ text }) => WRITES.test(text)).flatMap(({ text }) => keysIn(text));
    expect(written).toEqual(expect.arrayContaining(Object.keys(PRE_SIGN_IN_ENTRIES)));
  });

  test.each([
    ["const KEY = 'tenfold:notes';\nwindow.localStorage.setItem(KEY, text);", 'src/a.ts: tenfold:notes'],
    ["window.sessionStorage.setItem('notes', text);", 'src/a.ts: notes'],
    ["const KEY = 'tenfold:departure';\ndisk.setItem(KEY, a);\ndisk.setItem('notes', b);", 'src/a.ts: notes'],
    ['window.localStorage.notes = text;', "src/a.ts writes under a key that this test can't read"],
    ["indexedDB.open('notes');", "src/a.ts writes under a key that this test can't read"],
    ["await caches.open('notes');", "src/a.ts writes under a key that this test can't read"],
  ])('can’t be added without the list: %s', (text, complaint) => {
    expect(findUnlisted([{ path: 'src/a.ts', text }])).toEqual([complaint]);
  });
});
