import { expect, it } from 'vitest';
import { emailSchema } from '#contract/account/auth.ts';
import { trialEmailProblem } from './trial-email.ts';

it.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  ['ana', 'Please enter a valid email address'],
  ['ana@example', 'Please enter a valid email address'],
  ['ana@@example.com', 'Please enter a valid email address'],
  ['ana b@example.com', 'Please enter a valid email address'],
  [`${'a'.repeat(250)}@b.co`, 'Please enter a valid email address'],
  ['ana@example.com>', 'Please enter a valid email address'],
  ['ana@example.com.', 'Please enter a valid email address'],
  ['ana@ｅxample.com', 'Please enter a valid email address'],
  ['ana@bücher.example', undefined],
  ['ana@example.com', undefined],
  [' ana@example.com ', undefined],
])('CHECKOUT-5: the trial dialog judges %j as the server does', (typed, problem) => {
  expect(trialEmailProblem(typed)).toBe(problem);
  expect(emailSchema.safeParse(typed).error?.issues[0]?.message).toBe(problem);
});
