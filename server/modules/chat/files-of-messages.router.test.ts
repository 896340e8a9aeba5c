import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { ATTACHED_MAX } from '#contract/chat/chat.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { brokenModel, model, resume, threadOf, type Person } from '#tests/support/chat.ts';
import { readSources } from '#tests/support/jobs.ts';
import { lastPrompt } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { upload, uploaded } from '#tests/support/brain/sources.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  model(app, 'Here you are.');
});

const aFile = async (person: Person, content = 'Item,Price\nLarge bowl,$42\n') => {
  const { id, name } = await uploaded(await upload(person, content));
  await readSources(app);
  return { id, name };
};

type Rest = { conversationId?: string; replaces?: string; sources?: string[] };
async function send(text: string, { conversationId, replaces, sources }: Rest) {
  app.clock.advance(1_000);
  const sent = await maya.api.chat.send.mutate({
    id: randomUUID(),
    assistantId: 'seomi',
    conversationId: conversationId ?? null,
    replaces: replaces ?? null,
    text,
    sources,
  });
  await app.container.services.runner.idle();
  return sent;
}
const filesIn = async (conversationId: string) => (await threadOf(maya, conversationId)).map(({ files }) => files);

describe('CHAT-28: a message with files', () => {
  test('shows their names, in the order given, without those that were removed since', async () => {
    const [guide, prices] = [await aFile(maya), await aFile(maya, 'Bowl,$7\n')];
    const sent = await send('What does it cost?', { sources: [prices.id, guide.id] });
    expect(sent.question.files).toEqual([prices, guide]);
    expect(sent.answer.files).toEqual([]);
    expect(await filesIn(sent.conversation.id)).toEqual([[prices, guide], []]);
    await maya.api.brain.sources.remove.mutate({ sourceId: prices.id });
    expect(await filesIn(sent.conversation.id)).toEqual([[guide], []]);
  });

  test('keeps them if it is reworded or its answer is retried', async () => {
    const guide = await aFile(maya);
    const first = await send('What does it cost?', { sources: [guide.id] });
    const conversationId = first.conversation.id;
    const second = await send('What does the bowl cost?', { conversationId, replaces: first.answer.id });
    expect(second.question.files).toEqual([guide]);
    brokenModel(app, '', new ModelError('error'));
    const third = await send('And in euros?', { conversationId, sources: [guide.id] });
    model(app, 'The same.');
    const retried = await resume(maya, third.answer.id, 'retry');
    expect(retried.question.files).toEqual([guide]);
    expect(await filesIn(conversationId)).toEqual([[guide], [], [guide], []]);
  });

  test('gives the teammate their passages first, even if no word of them is in the question', async () => {
    const prices = await aFile(maya, 'Item,Price\nLarge bowl,$42\n');
    await aFile(maya, 'Large bowl summary,A summary of the large bowl\n');
    const sent = await send('Please write a summary of this.', { sources: [prices.id] });
    const passages = lastPrompt(app)
      .split('\n')
      .filter((line) => line.startsWith('- [p'));
    expect(passages[0]).toMatch(/\[p1\] .*attached to this question.*\$42/);
    expect(passages.filter((line) => line.includes('attached to this question'))).toHaveLength(1);
    const { offered } = await maya.api.brain.ofConversation.query({ conversationId: sent.conversation.id });
    expect(offered[sent.answer.id]?.passageIds).toHaveLength(passages.length);
    await send('Please write a summary of this.', {});
    expect(lastPrompt(app)).not.toContain('attached to this question');
  });

  test('has at most five, and never someone else’s', async () => {
    const noor = await aPerson(app, { plan: 'ultimate' });
    const theirs = await aFile(noor);
    const sent = await send('What does it cost?', { sources: [theirs.id, randomUUID()] });
    expect(sent.question.files).toEqual([]);
    const tooMany = Array.from({ length: ATTACHED_MAX + 1 }, () => randomUUID());
    await expect(send('What does it cost?', { sources: tooMany })).rejects.toThrow();
  });
});
