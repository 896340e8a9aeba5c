import { expect, it } from 'vitest';
import { planButtonText } from './trial-wording.ts';

it.each([
  ['in a trial, or can still have one', true, 'Start Pro Free Trial'],
  ['has had theirs', false, 'Choose Pro'],
])('whoever is %s reads it on the button (DECISIONS "Trial wording")', (_who, canHaveTrial, text) => {
  expect(planButtonText('Pro', canHaveTrial)).toBe(text);
});
