import { expect, test } from 'vitest';
import { demoAnswer } from './demo-answer.ts';

test.each([
  ['Someone left a basket', 'Still thinking it over?'],
  ['Write a WELCOME series', 'Good to have you here'],
  ['Our monthly newsletter please', 'What came off the bench this month'],
])('the demo has a prepared answer to "%s"', (question, subject) => {
  expect(demoAnswer(question).subject).toBe(subject);
});

test('the demo says that its answers are prepared where it has none that fits', () => {
  expect(demoAnswer('Can you fly?').text).toContain('This is a demo');
});
