import { expect, test } from 'vitest';
import { z } from 'zod';
import { replaceZodMessages, ZOD_MESSAGES } from './validation-messages.ts';

const schema = z.object({ name: z.string('The name is missing').min(2), age: z.number() });
const messages = (input: unknown, options?: typeof ZOD_MESSAGES) =>
  schema.safeParse(input, options).error?.issues.map(({ message }) => message);

test('an issue has its schema’s message, or else our own: never zod’s, unless the parse asks for it', () => {
  replaceZodMessages('Please check this.');
  expect(messages({ age: '7' })).toEqual(['The name is missing', 'Please check this.']);
  expect(messages({ name: 'Maya', age: '7' }, ZOD_MESSAGES)).toEqual([
    'Invalid input: expected number, received string',
  ]);
});
