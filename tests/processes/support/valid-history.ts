import { expect } from 'vitest';
import type { ModelCall } from './model-tap.ts';

/** What every provider accepts: questions and answers alternate, none of them empty, ending with the new question. */
export function expectValidHistory(call: ModelCall | undefined, question: string): void {
  const conversation = call?.conversation ?? [];
  expect(conversation.map(({ role }) => role)).toEqual(
    conversation.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
  );
  expect(conversation.filter(({ content }) => content.trim() === '')).toEqual([]);
  const last = conversation.at(-1);
  expect(last?.role).toBe('user');
  expect(last?.content).toContain(question);
}
