import { expect, it } from 'vitest';
import { planButtonText } from './trial-wording.ts';

it.each([
  ['who is in a trial, or can still have one,', true, 'Start Pro Free Trial'],
  ['who has already had a trial', false, 'Choose Pro'],
])('TRIAL-6: the button for a person %s has the right label', (_who, canHaveTrial, text) => {
  expect(planButtonText('Pro', canHaveTrial)).toBe(text);
});
