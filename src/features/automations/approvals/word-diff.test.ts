import { expect, it } from 'vitest';
import { changesBetween } from './word-diff.ts';

it('an edit shows the words that went and those that came, in their order', () => {
  const before = 'For 40 cups we’d need three weeks. Shall I set them aside in ash?';
  const after = 'For 40 cups we’d need two weeks. Shall I set them aside in ash? You can pick them up at the opening.';
  expect(changesBetween(before, after)).toEqual([
    { removed: 'three', added: 'two' },
    { removed: '', added: 'You can pick them up at the opening.' },
  ]);
});

it.each([
  ['the same text', 'One two.', 'One two.', []],
  ['spaces at the end', 'One two.', 'One two. ', []],
  ['a word that went', 'One more two.', 'One two.', [{ removed: 'more', added: '' }]],
  ['everything', 'One.', 'Two.', [{ removed: 'One.', added: 'Two.' }]],
  ['a text that was emptied', 'One.', '', [{ removed: 'One.', added: '' }]],
])('%s', (_name, before, after, changes) => expect(changesBetween(before, after)).toEqual(changes));

it('long texts that have nothing in common are one change, quickly', () => {
  const textOf = (word: string) => Array.from({ length: 2_000 }, (_, index) => `${word}${index}`).join(' ');
  expect(changesBetween(textOf('a'), textOf('b'))).toHaveLength(1);
});
