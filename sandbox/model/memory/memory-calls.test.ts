import { expect, test } from 'vitest';
import { composeCalls } from './memory-calls.ts';

const instructions = '- [f1] Speckled mug costs $18. (said; November 20)';
const callsAfter = (answer: string, message: string) =>
  composeCalls({
    instructions,
    turns: [
      { role: 'assistant', text: answer },
      { role: 'user', text: message },
    ],
    tools: ['remember', 'correct', 'forget'],
  } as never); // reason: the rest of a conversation makes no difference here

test('the sandbox takes a short message for a choice only if it was asked what to forget', () => {
  const message = 'The speckled mug is lovely.';
  expect(callsAfter('Speckled mug costs $18. Who is it for?', message)).toEqual([]);
  expect(callsAfter('Speckled mug costs $18. Do you mean this?', message)).toMatchObject([{ name: 'forget' }]);
});
