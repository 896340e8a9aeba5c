import { expect, it } from 'vitest';
import { hitBeside, matchBeside, matchIn } from './hits.ts';

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

it.each([
  [{ index: 0, count: 3 }, 1, 1],
  [{ index: 2, count: 3 }, 1, null],
  [{ index: 2, count: 3 }, -1, 1],
  [{ index: 0, count: 3 }, -1, null],
  [null, 1, null],
] as const)('stepping from match %j of a message by %i leads to match %j of it', (place, step, expected) => {
  expect(matchBeside(place, step)).toBe(expected);
});

it('another message or another search begins at the first match of the message', () => {
  const looked = { searched: 'bowl', currentId: 'm1' };
  const stepped = { ...looked, match: -1 };
  expect(matchIn(stepped, looked)).toBe(-1);
  expect(matchIn(stepped, { ...looked, currentId: 'm2' })).toBe(0);
  expect(matchIn(stepped, { ...looked, searched: 'plate' })).toBe(0);
});
