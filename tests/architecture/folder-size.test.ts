import { describe, expect, it } from 'vitest';
import { checkFolderSizes } from './folder-size.ts';
import { readSourceFiles } from './source-files.ts';

const filesIn = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`);

describe('a folder holds at most 25 source files', () => {
  it('in the whole project', () => {
    const paths = readSourceFiles(/\.(?:tsx?|mjs|css)$/).map(({ path }) => path);
    expect(paths.length, 'a check that sees nothing proves nothing').toBeGreaterThan(100);
    expect(checkFolderSizes(paths)).toEqual([]);
  });

  it.each([
    ['26 files', filesIn('src/ui', 26)],
    ['25 files and a style sheet', [...filesIn('src/ui', 25), 'src/ui/button.css']],
  ])('caught: %s', (_title, paths) => {
    expect(checkFolderSizes(paths)).toHaveLength(1);
  });

  it.each([
    ['25 files', filesIn('src/ui', 25)],
    ['tests beside them', [...filesIn('src/ui', 25), ...filesIn('src/ui', 25, '.test.ts')]],
    ['folders inside', [...filesIn('src/ui', 25), ...filesIn('src/ui/forms', 25)]],
    ['migrations', filesIn('migrations', 40)],
  ])('allowed: %s', (_title, paths) => {
    expect(checkFolderSizes(paths)).toEqual([]);
  });
});
