import { expect, test } from 'vitest';
import { isStorableInput } from './storable-input.ts';

const nested = (levels: number): unknown => {
  let value: unknown = 'kept';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

test.each([
  undefined,
  null,
  3,
  true,
  '',
  'Kiln 🏺 opening\n\ton Saturday',
  { name: 'Maya', goals: ['sales'] },
  nested(32),
])('ordinary input is accepted: %j', (input) => {
  expect(isStorableInput(input)).toBe(true);
});

test.each([
  ['a U+0000', { name: 'a\u0000b' }],
  ['a U+0000 in a name', { 'a\u0000b': 1 }],
  ['half of an emoji', [['\ud83c']]],
  ['half of an emoji in a name', { '\udffa': 1 }],
  ['more than 32 levels', nested(33)],
  ['100,000 levels', nested(100_000)],
])('input with %s is refused', (_, input) => {
  expect(isStorableInput(input)).toBe(false);
});
