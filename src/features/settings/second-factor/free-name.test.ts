import { expect, it } from 'vitest';
import { freeName } from './free-name.ts';

it('suggests a name that is not taken', () => {
  expect(freeName('Phone', [])).toBe('Phone');
  expect(freeName('Phone', ['Phone', 'Phone 2'])).toBe('Phone 3');
});
