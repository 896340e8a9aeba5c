import { describe, expect, it } from 'vitest';
import { lastSentence, splitAtShared } from './shared-words.ts';

const marked = (text: string, sentence: string) =>
  splitAtShared(text, sentence)
    .map((part) => (part.isHit ? `‹${part.text}›` : part.text))
    .join('');

describe('BRAIN-46: the words of a passage that the citing sentence shares with it', () => {
  it.each([
    [
      'Stoneware bowl, large. Holds 2.4 l. Dishwasher and oven safe to 220 °C.',
      'Holds 2.4 liters, and goes in the dishwasher.',
      'Stoneware bowl, large. ‹Holds 2.4 l. Dishwasher› and oven safe to 220 °C.',
    ],
    ['Bowls ship in two days.', 'Each bowl ships within 2 days.', '‹Bowls ship› in two ‹days›.'],
    ['It costs $1,200 with tax', 'That is 1,200 dollars with everything', 'It costs $‹1,200› with tax'],
    ['It costs $42', 'It costs $420', 'It ‹costs› $42'],
    ['Die Schüsseln kosten 42 Euro', 'Eine Schüssel kostet 42 €', 'Die ‹Schüsseln› kosten ‹42› Euro'],
    ['كل الأوعية مجانية', 'لا شيء', 'كل الأوعية مجانية'],
    ['Nothing in common', 'That would be about their', 'Nothing in common'],
    ['', 'Anything', ''],
  ])('%j, cited by %j, is %j', (text, sentence, expected) => {
    expect(marked(text, sentence)).toBe(expected);
  });

  it.each([
    ['It costs $42. It holds 2.4 l. ', 'It holds 2.4 l.'],
    ['It holds 2.4 l', 'It holds 2.4 l'],
    ['“Really?” Yes', 'Yes'],
    ['', ''],
  ])('the sentence that %j ends with is %j', (text, sentence) => {
    expect(lastSentence(text)).toBe(sentence);
  });
});
