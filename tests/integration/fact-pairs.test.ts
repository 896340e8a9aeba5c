import { describe, expect, test } from 'vitest';
import { outcomeOf, readPairs } from '../../scripts/eval/pairs.ts';

const pairs = readPairs('open');

describe('of two facts that are learned one after the other', () => {
  test.each(pairs.map((pair) => [pair.id, pair.why, pair.expected, pair] as const))(
    '%s: %s (%s)',
    async (_id, _why, expected, pair) => {
      expect(await outcomeOf(pair)).toBe(expected);
    },
  );

  test('the table covers four languages and every outcome', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    expect([...new Set(pairs.map(({ language }) => language))].toSorted()).toEqual(['de', 'en', 'es', 'fr']);
    expect(new Set(pairs.map(({ expected }) => expected)).size).toBe(5);
  });
});
