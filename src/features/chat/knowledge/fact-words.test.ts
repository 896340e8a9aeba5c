import { describe, expect, it } from 'vitest';
import { brainLink, shortName, sourceText, usedText } from './fact-words.ts';

describe('BRAIN-40: a citation’s name', () => {
  it.each([
    ['Large bowl', '$42', 'Large bowl, $42'],
    ['Shipping', '', 'Shipping'],
    ['Orders over $90 ship free.', '', 'Orders over $90 ship free'],
    ['The smallest stoneware bowl with a lid', '$12', 'The smallest stoneware bowl…, $12'],
    ['Opening hours', 'Tuesday to Saturday, ten to six', 'Opening hours, Tuesday to Saturday…'],
    ['x'.repeat(80), '', `${'x'.repeat(32)}…`],
    [`${'x'.repeat(31)}🙂 more`, '', `${'x'.repeat(31)}…`],
    ['سعر الوعاء الكبير', '42', 'سعر الوعاء الكبير, 42'],
  ])('of %j, %j is %j', (subject, value, name) => {
    expect(shortName({ subject, value })).toBe(name);
    expect(name.isWellFormed()).toBe(true);
  });
});

describe('BRAIN-41: where a fact is from', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const said = { conversationId: null, messageId: null };
  it.each([
    ['message', 'emmie', '2026-11-09T12:00:00Z', 'You, to Emmie, November 9'],
    ['message', null, '2025-11-09T12:00:00Z', 'You, November 9, 2025'],
    ['typed', null, '2026-11-09T12:00:00Z', 'You, on the Brain page, November 9'],
  ] as const)('%s, %s, %s: %s', (kind, assistantId, learnedAt, text) => {
    expect(sourceText({ source: { ...said, kind, assistantId }, learnedAt }, now)).toBe(text);
  });

  it('leads to the fact on the Brain page', () => {
    expect(brainLink({ statement: 'Bowls & cups: 10%?' })).toBe('/dashboard/brain?q=Bowls%20%26%20cups%3A%2010%25%3F');
  });
});

it.each([
  [4, 9, 'Used 4 of the 9 facts I had.'],
  [9, 9, 'Used all 9 facts I had.'],
  [0, 9, 'I had 9 facts and used none.'],
  [1, 1, 'Used the one fact I had.'],
  [0, 1, 'I had one fact and didn’t use it.'],
])('BRAIN-42: %d of %d: %s', (used, had, text) => {
  expect(usedText(used, had)).toBe(text);
});
