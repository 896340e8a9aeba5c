import { expect, test } from 'vitest';
import { VISITORS } from '#src/domain/site/visitor.ts';
import { suggestedQuestions } from './suggested-questions.ts';

test.each(VISITORS)('VISITOR-4: a %s is offered four questions', (visitor) => {
  expect(new Set(suggestedQuestions(visitor)).size).toBe(4);
});

test('people who have had their trial get no question about it', () => {
  expect(suggestedQuestions('member').join(' ')).not.toMatch(/trial|demo/i);
});
