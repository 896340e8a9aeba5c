import { describe, expect, test } from 'vitest';
import type { OfferedPassage } from '#db/queries/brain/retrieval.ts';
import { fuseKnown, fuseRankings } from './fuse-known.ts';
import { agreementOf } from './agreement.ts';
import { packVector, similarity } from './pack-vector.ts';

const ranked = (...ids: string[]) => ids.map((id) => ({ id }));

describe('rankings', () => {
  test.each([
    ['one alone stays as it is', [ranked('a', 'b', 'c')], 'abc'],
    ['what both have high comes before what one has first', [ranked('a', 'b'), ranked('c', 'b')], 'bac'],
    ['equal places stay in the order of the rankings', [ranked('a'), ranked('b')], 'ab'],
    ['an empty one changes nothing', [ranked('a', 'b'), []], 'ab'],
  ])('are fused by their places: %s', (_, rankings, expected) => {
    expect(
      fuseRankings(rankings)
        .map(({ id }) => id)
        .join(''),
    ).toBe(expected);
  });
});

describe('passages', () => {
  const passage = (id: string, score: number) => ({ id, score, attached: null }) as OfferedPassage; // reason: only these count
  const fused = (words: readonly OfferedPassage[], meaning: readonly OfferedPassage[], weight = 1) =>
    fuseKnown(
      { hasAllFacts: true, facts: [], suggestions: [], files: [], excerpts: [], passages: [...words] },
      { facts: [], suggestions: [], passages: [...meaning], weight },
    ).passages.map(({ id }) => id);
  const many = Array.from({ length: 16 }, (_, index) => passage(`word ${index}`, 32 - index));

  test('when words match many passages, those found only by meaning come last, and meaning reorders the others', () => {
    expect(fused(many, [passage('meant', 1)])).toEqual([...many.map(({ id }) => id), 'meant']);
    expect(fused(many, [passage('word 4', 1)])[0]).toBe('word 4');
  });

  test('when words match few passages, those found by meaning rank among them', () => {
    const few = [passage('word 0', 10), passage('word 1', 6)];
    expect(fused(few, [passage('meant', 1), passage('hardly', 0.1)])).toEqual(['word 0', 'meant', 'word 1', 'hardly']);
    expect(fused([], [passage('meant', 1)])).toEqual(['meant']);
  });

  test('passages keep their keyword ranking if the embedding model isn’t trusted', () => {
    expect(fused(many, [passage('meant', 1), passage('word 4', 0.9)], 0)).toEqual(many.map(({ id }) => id));
  });
});

describe('a vector', () => {
  const vector = [0.3, -0.2, 0, 0.9, -0.7];

  test('is stored as its signs and as 16-bit integers, which keep its direction', () => {
    const { signs, numbers } = packVector(vector);
    expect(signs).toBe('10010');
    expect([...new Int16Array(numbers.buffer)]).toEqual([10_922, -7_282, 0, 32_767, -25_485]);
    expect(similarity(vector, numbers)).toBeCloseTo(1, 3);
    expect(
      similarity(
        vector.map((value) => -5 * value),
        numbers,
      ),
    ).toBeCloseTo(-1, 3);
    expect(similarity([0.2, 0.3, 0, 0, 0], numbers)).toBeCloseTo(0, 3);
  });

  test('without a direction is similar to nothing', () => {
    expect(similarity([0, 0], packVector([0, 0]).numbers)).toBe(0);
  });
});

describe('vectors', () => {
  const topics = ['glaze', 'postage', 'kiln', 'workshop'];
  const texts = Array.from({ length: 24 }, (_, index) => `The ${topics[index % 4]} number ${index} is described here.`);
  const agreementWith = (vectorOf: (text: string, index: number) => number[]) =>
    agreementOf(texts.map((text, index) => ({ text, numbers: packVector(vectorOf(text, index)).numbers })));

  test('agree with words if texts that share words have similar ones', () => {
    expect(agreementWith((text) => topics.map((topic) => (text.includes(topic) ? 1 : 0.1)))).toBeGreaterThan(0.9);
  });

  test('without any meaning don’t agree with words', () => {
    const atRandom = (_: string, index: number) =>
      Array.from({ length: 64 }, (_one, place) => Math.sin(1_000 * (index + 1) * (place + 1.5)));
    expect(Math.abs(agreementWith(atRandom) ?? 1)).toBeLessThan(0.15);
  });

  test('vectors of a few texts, or of texts without a word in common, can’t be judged', () => {
    const numbers = packVector([1, 2]).numbers;
    expect(agreementOf([{ text: 'Glaze', numbers }])).toBeNull();
    expect(agreementOf(topics.concat('plate', 'mug', 'vase', 'bowl').map((text) => ({ text, numbers })))).toBeNull();
  });
});
