import { describe, expect, it } from 'vitest';
import { readSourceFiles, type SourceFile } from '#tests/architecture/source-files.ts';
import { cookiesOf, STORED } from './kept-in-browser.ts';

/** What only a file does that makes a cookie. */
const MAKES_A_COOKIE =
  /Max-Age=|\bsessionCookie: \{\s*name|\b(?:set|delete)Cookie\b[^;]*from 'hono\/cookie'|\bcookieStore\b|document\.cookie = [`']/;
const COOKIE_NAMES = [/'__Host-([\w-]+)' : '\1'/g, /`(\w+)=\$\{/g, /\bNAME = '(\w+)'/g];
const USES_A_STORE = /\b(?:local|session)Storage\b|\bPick<Storage\b|\blocalDisk\(\)|\bpersonalKey\(/;
const STORE_NAMES = [/\bKEY = '([\w:-]+)'/g, /personalKey\(\w+, [`']([a-z]+)/g];

const namesIn = (text: string, patterns: RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''));

function namesOf(files: SourceFile[], isMaker: RegExp, patterns: RegExp[]): string[] {
  const makers = files.filter(({ text }) => isMaker.test(text));
  return [...new Set(makers.flatMap(({ text }) => namesIn(text, patterns)))].toSorted();
}

describe('what /privacy says of cookies and the browser’s store', () => {
  const files = readSourceFiles(/\.tsx?$/).filter(
    ({ path }) => /^(?:server|src)\//.test(path) && !/\.test\.|^server\/sandbox\//.test(path),
  );

  it('names every cookie that the code sets, and no other', () => {
    const named = cookiesOf('http://localhost:3000').map(({ name }) => name);
    expect(namesOf(files, MAKES_A_COOKIE, COOKIE_NAMES)).toEqual(named.toSorted());
    for (const { path, text } of files.filter((file) => MAKES_A_COOKIE.test(file.text)))
      expect(namesIn(text, COOKIE_NAMES), `${path} sets a cookie that this test cannot read`).not.toEqual([]);
  });

  it('names those that are bound to the host by the name they have over https', () => {
    expect(cookiesOf('https://tenfold.example').map(({ name }) => name)).toEqual([
      '__Host-session',
      '__Host-oauth',
      'theme',
      'sidebar_state',
    ]);
  });

  it('names everything in the browser’s store', () => {
    const named = STORED.flatMap(({ name }) => name.split(', '));
    expect(named).toEqual(expect.arrayContaining(namesOf(files, USES_A_STORE, STORE_NAMES)));
  });

  it('would miss neither a cookie nor a key that somebody adds', () => {
    const added = [
      { path: 'src/lib/a.ts', text: 'document.cookie = `pixel=${id}; Path=/; Max-Age=9`;' },
      { path: 'src/lib/b.ts', text: "const KEY = 'tenfold:b';\nwindow.localStorage.getItem(KEY);" },
    ];
    expect(namesOf(added, MAKES_A_COOKIE, COOKIE_NAMES)).toEqual(['pixel']);
    expect(namesOf(added, USES_A_STORE, STORE_NAMES)).toEqual(['tenfold:b']);
  });
});
