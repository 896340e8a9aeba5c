import { expect, test } from 'vitest';
import { VISITORS } from '#src/domain/site/visitor.ts';
import { suggestedQuestions } from './suggested-questions.ts';

test.each(VISITORS)('a %s is offered four questions (spec §4)', (visitor) => {
  expect(new Set(suggestedQuestions(visitor)).size).toBe(4);
});

test('those who have had their trial are not asked about it', () => {
  expect(suggestedQuestions('member').join(' ')).not.toMatch(/trial|demo/i);
});
