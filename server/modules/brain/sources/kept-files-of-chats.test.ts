import { strFromU8, unzipSync } from 'fflate';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { lastPrompt } from '#tests/support/brain/brain.ts';
import { addFile, passagesOf, sourceOf } from '#tests/support/brain/sources.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const TERMS = 'Corner Pantry pays $14 for a mug.\n';

let app: TestApp;
let maya: Person;
let sourceId: string;
let conversationId: string;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'starter' });
  sourceId = (await addFile(app, maya, TERMS, { name: 'terms.md', scope: 'chat' })).id;
  conversationId = await ask('What is this?', [sourceId], null);
});

/** Returns the conversation that the question is in. */
async function ask(text: string, sources: string[], to: string | null = conversationId): Promise<string> {
  const message = { id: randomUUID(), assistantId: 'brain_ai', conversationId: to, text, isPrivate: false } as const; // reason: the id is a union
  const { conversation } = await maya.api.chat.send.mutate({ ...message, sources });
  await app.container.services.runner.idle();
  return conversation.id;
}

describe('SOURCE-40: a file of one chat', () => {
  test('a file of a chat is in the download of all data, as it was added and with its chat', async () => {
    const response = await maya.request('/account/export');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(text('documents/terms.md')).toBe(TERMS);
    expect(JSON.parse(text('data/sources.json'))).toMatchObject([
      { id: sourceId, scope: 'chat', conversation_id: conversationId },
    ]);
    expect(JSON.parse(text('data/messages.json'))).toContainEqual(
      expect.objectContaining({ content: 'What is this?', source_ids: [sourceId] }),
    );
  });

  test('a file of a chat over the storage of a smaller plan stays readable, and is in no prompt until there is room', async () => {
    const change = (bytes: number) => app.db.updateTable('sources').set({ bytes }).execute();
    await app.db
      .updateTable('profiles')
      .set({ subscription_tier: 'free', subscription_status: 'none' })
      .where('user_id', '=', maya.userId)
      .execute();
    await change(11 * 1024 * 1024);
    expect((await sourceOf(maya, sourceId)).isUsed).toBe(false);
    expect(await passagesOf(maya, sourceId)).toMatchObject([{ text: TERMS.trim() }]);
    expect(await (await maya.request(`/brain/files/${sourceId}`)).text()).toBe(TERMS);
    await ask('What does Corner Pantry pay for a mug?', []);
    expect(lastPrompt(app)).not.toContain('pays $14');
    await ask('And with the file?', [sourceId]);
    expect(lastPrompt(app)).not.toContain('pays $14');
    await change(TERMS.length);
    await ask('What does Corner Pantry pay?', []);
    expect(lastPrompt(app)).toContain('pays $14');
  });
});
