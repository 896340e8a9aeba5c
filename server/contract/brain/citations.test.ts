import { describe, expect, it } from 'vitest';
import { citedMarks, splitAtCitations, withoutBegunCitation, withoutCitations } from './citations.ts';

describe('an answer without its citations', () => {
  it.each([
    ['It costs $42 [f7].', 'It costs $42.'],
    ['It costs $42. [f7] Shipping is free. [f12]', 'It costs $42. Shipping is free.'],
    ['Two at once [f7][f12], [f1, f2] and [f3; f4].', 'Two at once, and.'],
    ['**Bold [f7]** and | a cell [f8] |', '**Bold** and | a cell |'],
    ['[f7](https://example.com) and [f7', '(https://example.com) and'],
    ['An answer that breaks off in [f1, f', 'An answer that breaks off in'],
    ['A passage [p12], a message [m1], all in one [f7, p12; m1].', 'A passage, a message, all in one.'],
    [
      'An option [x], a footnote [^f1], a form [F1], 5 [m] and [f1234567] stay.',
      'An option [x], a footnote [^f1], a form [F1], 5 [m] and [f1234567] stay.',
    ],
  ])('%j is %j', (answer, text) => {
    expect(withoutCitations(answer)).toBe(text);
  });

  it.each([
    'Read `table[f7]` here.',
    'Read ``a ` [f7]`` here.',
    '```js\nrow[f7]\n```',
    '~~~\nrow [f7]\n~~~\nDone.',
    'As in\n\n```\nnever closed [f7]\n',
  ])('keeps the code of %j', (answer) => {
    expect(withoutCitations(answer)).toBe(answer);
    expect(citedMarks(answer)).toEqual(new Set());
  });

  it('is read once, however much of it looks like the beginning of code', () => {
    const answer = '` `` ``` [f7] '.repeat(20_000);
    expect(withoutCitations(answer).length).toBeLessThan(answer.length + 1);
    expect(withoutCitations('[f7,'.repeat(50_000))).toHaveLength(4 * 50_000 - 4);
  });
});

describe('the citations of an answer', () => {
  it('are split from the text between them, with the space before each', () => {
    expect(splitAtCitations('It costs $42 [f7]. Hello')).toEqual(['It costs $42', ['f7'], '. Hello']);
    expect(splitAtCitations('[p7][m12] and [f1, p02]')).toEqual([['p7'], ['m12'], ' and', ['f1', 'p2']]);
    expect(splitAtCitations('None')).toEqual(['None']);
  });

  it('are counted once each, and not in code', () => {
    expect(citedMarks('A [f7] B [f7] C [f1, p7] `[f9]`')).toEqual(new Set(['f7', 'f1', 'p7']));
  });

  it.each(['It costs $42 [', 'It costs $42 [f', 'It costs $42 [f1', 'It costs $42 [f1, f', 'It costs $42 [p3; m'])(
    '%j has one that is only half there',
    (text) => {
      expect(withoutBegunCitation(text)).toBe('It costs $42');
    },
  );
});
