import { describe, expect, it } from 'vitest';
import { findSharedTexts } from './own-texts.ts';
import { readSourceFiles } from './source-files.ts';

const screens = readSourceFiles(/\.tsx$/).filter(({ path }) => path.startsWith('src/') && !path.includes('.test.'));
const found = (jsx: string, before = '') =>
  findSharedTexts({
    path: 'src/a.tsx',
    text: `function A({ note, n }: { note?: ReactNode }) { ${before} return ${jsx}; }`,
  });

describe('a page that the browser translates', () => {
  it('every text that changes next to other nodes, or follows a conditional one, has an element of its own', () => {
    expect(screens.length, 'a check that sees nothing proves nothing').toBeGreaterThan(300);
    expect(screens.flatMap(findSharedTexts)).toEqual([]);
  });

  it.each([
    ['a number beside words', '<p>{n} left</p>'],
    ['a list beside words', "<p>Counted: {list.join(', ')}</p>"],
    ['a text beside an icon', '<p><Icon />{error}</p>'],
    ['a text that comes and goes', "<p>{n > 1 && ' again'}<b>b</b></p>"],
    ['one of two texts', "<p><b>b</b>{n ? 'yes' : <i>no</i>}</p>"],
    ['words behind an element that comes and goes', '<p>{n > 1 && <b>b</b>} words</p>'],
    ['words behind a list', '<p>{list.map((one) => <b key={one}>b</b>)}words</p>'],
    ['words in a fragment', '<p>{n ? <>one <b>b</b></> : null}</p>'],
    ['what the caller gave, coming and going', '<b>{n ? n : children}</b>'],
    ['what a function returns', '<p><b>b</b>{sentence(n)}</p>'],
  ])('caught: %s', (_title, jsx) => {
    expect(found(jsx)).toHaveLength(1);
  });

  it.each([
    ['one text', '<p>{n ? `${n} left` : note}</p>'],
    ['texts in elements of their own', '<p><span>{n}</span> left <b>{note}</b></p>'],
    ['words before what comes and goes', '<p>Words {n > 1 && <b>b</b>}</p>'],
    ['a space behind what comes and goes', '<p>{n > 1 && <b>b</b>} <i>i</i></p>'],
    ['texts that never change', '<p>At most {LIMITS.free} of {formatNumber(MOST)}</p>'],
    ['what the caller gave, going as a whole', "<b key={n ? 'n' : 'words'}>{n ? n : children}</b>"],
    ['elements from elsewhere', '<p><b>b</b>{note}{children}</p>'],
    ['elements that a function of this file returns', '<ul><li />{list.map(row)}</ul>'],
  ])('allowed: %s', (_title, jsx) => {
    expect(found(jsx, 'const row = (one: string) => <li key={one} />;')).toEqual([]);
  });

  it('code and addresses stay as they are', () => {
    const translated = screens.flatMap(({ path, text }) =>
      [...text.matchAll(/<(?:code|pre)\b[^>]*>|<span className="address"[^>]*>/g)]
        .filter(([tag]) => !tag.includes('translate="no"'))
        .map(([tag]) => `${path}: ${tag}`),
    );
    expect(translated).toEqual([]);
  });
});
