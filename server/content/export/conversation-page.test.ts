import { expect, test } from 'vitest';
import { loopTurnsDuring } from '#tests/support/loop-turns.ts';
import { conversationPage } from './conversation-page.ts';

test('a conversation of ten thousand messages is written while others are served', async () => {
  const createdAt = new Date('2026-11-16T09:00:00Z');
  const messages = Array.from({ length: 10_000 }, () => ({ role: 'user' as const, content: 'Hello', createdAt }));
  const conversation = { title: 'Long', assistantName: 'Emmie', createdAt, messages };
  expect(await loopTurnsDuring(() => conversationPage(conversation, 'UTC'))).toBeGreaterThan(3);
});
