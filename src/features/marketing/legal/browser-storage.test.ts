import { describe, expect, it } from 'vitest';
import { readSourceFiles, type SourceFile } from '#tests/architecture/source-files.ts';
import { PRE_SIGN_IN_ENTRIES, NON_PERSONAL_ENTRIES, PERSONAL_ENTRIES } from '#src/lib/storage/stores.ts';
import { cookiesOf, STORED } from './browser-storage.ts';

/** A pattern that only files that set a cookie contain. */
const MAKES_A_COOKIE =
  /Max-Age=|\bsessionCookie: \{\s*name|\b(?:set|delete)Cookie\b[^;]*from 'hono\/cookie'|\bcookieStore\b|document\.cookie = [`']/;
const COOKIE_NAMES = [/'__Host-([\w-]+)' : '\1'/g, /`(\w+)=\$\{/g, /\bNAME = '(\w+)'/g];

const namesIn = (text: string, patterns: RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''));

function namesOf(files: SourceFile[], isMaker: RegExp, patterns: RegExp[]): string[] {
  const makers = files.filter(({ text }) => isMaker.test(text));
  return [...new Set(makers.flatMap(({ text }) => namesIn(text, patterns)))].toSorted();
}

describe('what /privacy says about cookies and local storage', () => {
  const files = readSourceFiles(/\.tsx?$/).filter(
    ({ path }) => /^(?:server|src)\//.test(path) && !/\.test\.|^server\/sandbox\//.test(path),
  );

  it('names every cookie that the code sets, and no other', () => {
    const named = cookiesOf('http://localhost:3000').map(({ name }) => name);
    expect(namesOf(files, MAKES_A_COOKIE, COOKIE_NAMES)).toEqual(named.toSorted());
    for (const { path, text } of files.filter((file) => MAKES_A_COOKIE.test(file.text)))
      expect(namesIn(text, COOKIE_NAMES), `${path} sets a cookie that this test cannot read`).not.toEqual([]);
  });

  it('names the host-bound cookies by the name they have over https', () => {
    expect(cookiesOf('https://tenfold.example').map(({ name }) => name)).toEqual([
      '__Host-session',
      '__Host-oauth',
      '__Host-device',
      '__Host-factor-device',
      '__Host-payer',
      'theme',
      'sidebar_state',
    ]);
  });

  it('names everything on the list of stores, and nothing else', () => {
    const named = STORED.flatMap(({ name }) => name.split(', '));
    const kept = [...PERSONAL_ENTRIES, ...Object.keys(PRE_SIGN_IN_ENTRIES), ...NON_PERSONAL_ENTRIES];
    expect(named.toSorted()).toEqual(kept.toSorted());
  });

  it('catches a newly added cookie', () => {
    const added = [{ path: 'src/lib/a.ts', text: 'document.cookie = `pixel=${id}; Path=/; Max-Age=9`;' }];
    expect(namesOf(added, MAKES_A_COOKIE, COOKIE_NAMES)).toEqual(['pixel']);
  });
});
