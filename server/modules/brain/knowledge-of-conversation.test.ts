import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { messagesUsed, type Person } from '#tests/support/chat.ts';
import { readSources } from '#tests/support/jobs.ts';
import { say } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { upload, uploaded } from '#tests/support/brain/sources.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
});

const PRICES = 'Item,Price\nLarge bowl,$42\n';

async function aSource(person: Person) {
  const source = await uploaded(await upload(person, PRICES));
  await readSources(app);
  const [passage] = (await person.api.brain.sources.get.query({ sourceId: source.id })).passages;
  if (!passage) throw new Error('the file has no passage');
  return { source, passage };
}

/** Records what an answer was given. */
async function offer(answerId: string, offered: { passages?: string[]; messages?: string[] }): Promise<void> {
  await app.db
    .updateTable('turns')
    .set({ offered_passages: offered.passages ?? [], offered_messages: offered.messages ?? [] })
    .where('answer_id', '=', answerId as never) // reason: the id of a DTO has no brand
    .execute();
}

const knowledgeOf = (conversationId: string) => maya.api.brain.ofConversation.query({ conversationId });

describe('BRAIN-46: what an answer was given', () => {
  test('includes passages with their place, and messages with their conversation; the texts are read on demand', async () => {
    const { passage } = await aSource(maya);
    const earlier = await say(app, maya, 'The *large* bowl is back.', { to: 'emmie' });
    const { conversation, answer } = await say(app, maya, 'What about the bowl?', { to: 'seomi' });
    await offer(answer.id, { passages: [passage.id], messages: [earlier.question.id] });

    const known = await knowledgeOf(conversation.id);
    expect(known.offered[answer.id]).toMatchObject({ passageIds: [passage.id], messageIds: [earlier.question.id] });
    const { text, ...withoutText } = passage;
    expect(known.passages).toEqual([withoutText]);
    expect(known.messages).toEqual([
      {
        id: earlier.question.id,
        conversationId: earlier.conversation.id,
        title: expect.any(String),
        assistantId: 'emmie',
        role: 'user',
        createdAt: earlier.question.createdAt,
      },
    ]);
    expect(await maya.api.brain.offeredText.query({ kind: 'passage', id: passage.id })).toBe(text);
    expect(await maya.api.brain.offeredText.query({ kind: 'message', id: earlier.question.id })).toBe(
      'The large bowl is back.',
    );
  });

  test('loses what is gone: a removed source’s passages and a deleted conversation’s messages', async () => {
    const { source, passage } = await aSource(maya);
    const earlier = await say(app, maya, 'The large bowl is back.', { to: 'emmie' });
    const { conversation, answer } = await say(app, maya, 'What about the bowl?', { to: 'seomi' });
    await offer(answer.id, { passages: [passage.id], messages: [randomUUID(), earlier.question.id] });
    await maya.api.brain.sources.remove.mutate({ sourceId: source.id });
    await maya.api.chat.deleteConversation.mutate({ conversationId: earlier.conversation.id });
    expect(await knowledgeOf(conversation.id)).toMatchObject({ passages: [], messages: [] });
    for (const one of [
      { kind: 'passage' as const, id: passage.id },
      { kind: 'message' as const, id: earlier.question.id },
    ])
      expect(await refusal(maya.api.brain.offeredText.query(one))).toBe('NOT_FOUND');
  });

  test('is never someone else’s', async () => {
    const noor = await aPerson(app, { plan: 'ultimate' });
    const { passage } = await aSource(noor);
    const theirs = await say(app, noor, 'Our secret bowl.', { to: 'emmie' });
    const { conversation, answer } = await say(app, maya, 'What about the bowl?', { to: 'seomi' });
    await offer(answer.id, { passages: [passage.id], messages: [theirs.question.id] });
    expect(await knowledgeOf(conversation.id)).toMatchObject({ passages: [], messages: [] });
    expect(await refusal(maya.api.brain.offeredText.query({ kind: 'passage', id: passage.id }))).toBe('NOT_FOUND');
    expect(await refusal(maya.api.brain.offeredText.query({ kind: 'message', id: theirs.question.id }))).toBe(
      'NOT_FOUND',
    );
    expect(await messagesUsed(maya)).toBe(1);
  });
});
