import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['## The offer ##', 'The offer'],
  ['**Subject:** The kiln *is* open', 'Subject: The kiln is open'],
  ['__Bowls__ and _cups_ for ~~$40~~ $31', 'Bowls and cups for $40 $31'],
  ['* Bowls\n+ Cups\n  * in moss', '- Bowls\n- Cups\n  - in moss'],
  ['> “I love it.”', '“I love it.”'],
  ['[Book a table](https://fernandkiln.example/book)', 'Book a table (https://fernandkiln.example/book)'],
  ['[fernandkiln.example](fernandkiln.example)', 'fernandkiln.example'],
  ['Say `Juniper` at the counter', 'Say Juniper at the counter'],
  ['| Day | Task |\n|---|:---|\n| Monday | **Write** |', 'Day, Task\nMonday, Write'],
  ['Before\n\n---\n\nAfter', 'Before\n\nAfter'],
  ['```\n# as it is *here*\n```', '# as it is *here*'],
  ['**a ** b** and **c**', 'a ** b and c'],
  ['__a__b__ and __c__', 'a__b and c'],
  ['~~a ~~ b~~', 'a ~~ b'],
  ['[a](http://x/(b)', 'a (http://x/(b)'],
  ['[a](http://x/(b))', 'a (http://x/(b))'],
  ['![a](http://x/(b)', 'a'],
  ['1\\. and \\*not bold\\*', '1. and *not bold*'],
])('%j reads %j', (markdown, plain) => {
  expect(plainText(markdown)).toBe(plain);
});

test.each([
  'Dear [first name],\n\nBowls are $31.',
  '- Bowls\n- Cups\n\n1. First\n2. Second',
  '#pottery #millbrook',
  'Hello *|FNAME|*,',
  '3 * 4 * 5 is 60, and snake_case_words stay',
  '{{owner}} and <b>markup</b>',
])('%j stays as it is', (text) => {
  expect(plainText(text)).toBe(text);
});

test.each(['**', '**a ', '__a', '*a', '_a ', '[', '[a](', '[a](b', '`', '~~a'])(
  'takes little time for thousands of times %j',
  (piece) => {
    const began = performance.now();
    plainText(piece.repeat(5_000));
    expect(performance.now() - began).toBeLessThan(1_000);
  },
);
