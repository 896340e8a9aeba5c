import { expect, test } from 'vitest';
import { loopTurnsDuring } from '#tests/support/loop-turns.ts';
import { conversationPart } from './conversation-page.ts';

test('exporting ten thousand messages lets other requests through', async () => {
  const createdAt = new Date('2026-11-16T09:00:00Z');
  const messages = Array.from({ length: 10_000 }, () => ({ role: 'user' as const, content: 'Hello', createdAt }));
  const conversation = { title: 'Long', assistantName: 'Emmie', createdAt };
  expect(await loopTurnsDuring(() => conversationPart(messages, conversation, 'UTC'))).toBeGreaterThan(3);
});
