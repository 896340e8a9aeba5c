import { describe, expect, it } from 'vitest';
import { checkSmallFiles } from './small-files.ts';
import { readSourceFiles } from './source-files.ts';

describe('a file of under 12 lines with one user stands in that user', () => {
  const short = {
    path: 'src/lib/first-word.ts',
    text: "export const firstWord = (text: string) => text.split(' ')[0];",
  };
  const user = { path: 'src/lib/greet.ts', text: "import { firstWord } from './first-word.ts';" };
  const check = (...files: { path: string; text: string }[]) => checkSmallFiles(files, {});

  it('in the whole project, apart from the exceptions, each with its reason', () => {
    const files = readSourceFiles(/\.(?:tsx?|mjs)$/).filter(({ path }) => !path.includes('.gen.'));
    expect(checkSmallFiles(files)).toEqual([]);
  });

  it('caught: one user', () => {
    expect(check(short, user)).toHaveLength(1);
  });

  it('caught: one user and a test', () => {
    expect(check(short, user, { path: 'src/lib/first-word.test.ts', text: user.text })).toHaveLength(1);
  });

  it('caught: an exception that nothing needs', () => {
    expect(checkSmallFiles([short, user], { [short.path]: 'a reason', 'src/lib/gone.ts': 'a reason' })).toHaveLength(1);
  });

  it.each([
    ['two users', [short, user, { path: 'src/lib/salute.ts', text: user.text }]],
    ['twelve lines', [{ ...short, text: `${short.text}${'\n//'.repeat(11)}` }, user]],
    ['a part of the bundle of its own', [short, { ...user, text: "void import('./first-word.ts');" }]],
    [
      'a router',
      [
        { path: 'server/modules/a/a.router.ts', text: 'export const a = 1;' },
        { path: 'server/trpc/root.ts', text: "import { a } from '#server/modules/a/a.router.ts';" },
      ],
    ],
  ])('allowed: %s', (_title, files) => {
    expect(check(...files)).toEqual([]);
  });
});
