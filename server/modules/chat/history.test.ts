import { expect, test } from 'vitest';
import { TITLE_MAX } from '#contract/chat/chat.ts';
import { titleFrom, toHistory } from './history.ts';

test('the model gets the last ten non-empty messages, starting with a question', () => {
  const talk = Array.from({ length: 24 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: index === 21 ? ' ' : `m${index}`,
  }));
  const history = toHistory(talk);
  expect(history.length).toBeLessThanOrEqual(10);
  expect(history[0]?.role).toBe('user');
  expect(history.some((message) => message.content.trim() === '')).toBe(false);
});

test.each([
  ['What should we do first?', 'What should we do first?'],
  ['  **Plan**\n my   week ', 'Plan my week'],
  ['Paste **bold** <title> & a<b>c, 5 * 3 > 14', 'Paste bold <title> & a<b>c, 5 * 3 > 14'],
  ['## Offer\n> Is `x_y` in C# | Java?', 'Offer Is x_y in C# | Java?'],
  ['???', null],
])('the title of %j is %j', (question, title) => {
  expect(titleFrom(question)).toBe(title);
});

test('a long question is cut at a word boundary', () => {
  const title = titleFrom('word '.repeat(40));
  expect(title?.length).toBeLessThanOrEqual(TITLE_MAX);
  expect(title).toMatch(/word…$/);
});
