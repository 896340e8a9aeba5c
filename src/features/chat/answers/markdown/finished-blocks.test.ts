import { describe, expect, it } from 'vitest';
import { splitFinished } from './finished-blocks.ts';

describe('splitting an answer that is still streaming', () => {
  it.each([
    ['a first paragraph is still growing', 'Hello there', '', 'Hello there'],
    ['a paragraph is finished once another begins', 'One\n\nTwo', 'One\n\n', 'Two'],
    ['a blank line alone finishes nothing', 'One\n\n', '', 'One\n\n'],
    ['a loose list stays whole', '1. a\n\n2. b', '', '1. a\n\n2. b'],
    ['an indented part of an item stays with it', '- a\n\n  more', '', '- a\n\n  more'],
    ['a list is finished by the paragraph after it', '- a\n- b\n\nSo', '- a\n- b\n\n', 'So'],
    ['open code stays whole', '```js\na\n\nb', '', '```js\na\n\nb'],
    ['closed code can be finished', '```js\na\n\nb\n```\n\nThen', '```js\na\n\nb\n```\n\n', 'Then'],
    ['a shorter fence inside code does not close it', '````md\n```\n\nx', '', '````md\n```\n\nx'],
  ])('%s', (_name, text, finished, growing) => {
    expect(splitFinished(text)).toEqual([finished, growing]);
  });

  it('loses nothing', () => {
    const text = '# A\n\ntext\n\n| a |\n|---|\n| b |\n\n```\nx\n\ny\n```\n\nend';
    for (let end = 0; end <= text.length; end++)
      expect(splitFinished(text.slice(0, end)).join('')).toBe(text.slice(0, end));
  });
});
