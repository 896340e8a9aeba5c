import { expect, test } from 'vitest';
import { weightOfChange } from './weight-of-change.ts';

test.each([
  ['chat.showVersion', { conversationId: 'c1', messageId: 'm1' }, 10],
  ['chat.renameConversation', { title: 'Bowls' }, 1],
  ['brain.add', { statement: 'x'.repeat(2_500) }, 3],
  ['chat.send', { text: 'Who buys bowls?' }, 0],
])('%s takes its share of the daily budget for changes', (path, input, weight) => {
  expect(weightOfChange(path, input)).toBe(weight);
});
