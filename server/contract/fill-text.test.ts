import { expect, test } from 'vitest';
import { fillText } from './fill-text.ts';

test('fills in each value, as often as its name occurs', () => {
  expect(fillText('{used} of {limit}: {limit} is all.', { used: 3, limit: 'unlimited' })).toBe(
    '3 of unlimited: unlimited is all.',
  );
});

test('does not expand placeholders inside a value', () => {
  expect(fillText('Hello {name}, {name}', { name: '{limit} $1' })).toBe('Hello {limit} $1, {limit} $1');
});
