import { expect, it } from 'vitest';
import { hitBeside } from './hits.ts';

const IDS = ['m1', 'm2', 'm3'];

it.each([
  [0, 1, 'm2'],
  [2, 1, 'm1'],
  [0, -1, 'm3'],
  [-1, 1, 'm1'],
  [-1, -1, 'm3'],
] as const)('stepping %2$i from match %1$i opens %3$s and wraps around', (place, step, expected) => {
  expect(hitBeside(IDS, place, step)).toBe(expected);
});

it('a search without matches leads nowhere', () => expect(hitBeside([], -1, 1)).toBeUndefined());
