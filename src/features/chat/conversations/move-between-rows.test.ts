import { expect, it } from 'vitest';
import { nextRow } from './move-between-rows.ts';

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, undefined],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, undefined],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, undefined],
])('in a list of three conversations, %s on row %d leads to %s', (key, at, to) => expect(nextRow(key, at, 3)).toBe(to));
