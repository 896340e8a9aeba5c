import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { knowingModel, lastPrompt } from '#tests/support/brain/brain.ts';
import { addFile, sourceOf, upload, uploaded } from '#tests/support/brain/sources.ts';
import type { Person } from '#tests/support/chat.ts';
import { learn, readSources, summarize } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});

const TERMS = 'Corner Pantry pays $14 for a mug from 30 mugs on.\n';
/** 40 sections of a handbook, each about a tool of its own. */
const HANDBOOK = Array.from(
  { length: 40 },
  (_, index) => `# Section ${index + 1}\n\n${`Tool ${index + 1} stands on shelf ${index + 1}. `.repeat(40)}\n`,
).join('\n');

const aChatFile = async (content = TERMS, file: Parameters<typeof addFile>[3] = {}) =>
  addFile(app, maya, content, { name: 'terms.md', scope: 'chat', ...file });

type Sent = { to?: 'cassie' | 'seomi'; in?: string; sources?: string[]; isPrivate?: boolean };
async function ask(text: string, { to = 'cassie', in: conversationId, sources, isPrivate = false }: Sent = {}) {
  app.clock.advance(1_000);
  const message = { id: randomUUID(), assistantId: to, conversationId: conversationId ?? null, text, isPrivate };
  const sent = await maya.api.chat.send.mutate({ ...message, ...(sources ? { sources } : {}) });
  await app.container.services.runner.idle();
  return sent;
}
const linesWith = (text: string) =>
  lastPrompt(app)
    .split('\n')
    .filter((line) => line.includes(text));

describe('SOURCE-40: a file of one chat', () => {
  test('a file of a chat is in prompts of its conversation only', async () => {
    const { id } = await aChatFile();
    const { conversation } = await ask('What does Corner Pantry pay for a mug?', { sources: [id] });
    expect(lastPrompt(app)).toContain('Corner Pantry pays $14');
    expect(await sourceOf(maya, id)).toMatchObject({ scope: 'chat', conversationId: conversation.id });

    await ask('What does Corner Pantry pay for a mug?');
    expect(lastPrompt(app)).not.toContain('Corner Pantry pays $14');
    const elsewhere = await ask('What does Corner Pantry pay?', { to: 'seomi', sources: [id] });
    expect(elsewhere.question.files).toEqual([]);
    expect(lastPrompt(app)).not.toContain('Corner Pantry pays $14');
  });

  test('what a teammate says in a conversation with a file of its own is in no other conversation’s prompt', async () => {
    const asked = 'you said about mugs of Corner Pantry?';
    const answers = [
      'Corner Pantry pays $14 for each of its mugs.',
      'In short, Corner Pantry buys mugs for $14 apiece.',
    ];
    app.model.answerWith(async function* answerInTurn() {
      yield answers.shift() ?? 'Fine.';
    });
    const { id } = await aChatFile();
    const { conversation } = await ask('What is this?', { sources: [id] });
    await ask('Shorter, please.', { in: conversation.id });
    await ask(`What have ${asked}`, { to: 'seomi' });
    expect(lastPrompt(app)).not.toContain('$14');

    await maya.api.brain.sources.moveToTeam.mutate({ sourceId: id });
    await ask(`What was it ${asked}`, { to: 'seomi' });
    expect(linesWith('$14').join()).toContain('for $14 apiece');
    await maya.api.brain.sources.remove.mutate({ sourceId: id });
    await ask(`And what is it ${asked}`, { to: 'seomi' });
    expect(lastPrompt(app)).not.toContain('$14');
  });

  test('a file stays with its conversation, so that later questions still have it', async () => {
    const { id } = await aChatFile();
    const { conversation } = await ask('What is this?', { sources: [id] });
    await ask('And what does Corner Pantry pay?', { in: conversation.id });
    expect(linesWith('Corner Pantry pays $14').join()).toContain('attached earlier in this conversation');
  });

  test('a file of a chat teaches the team nothing', async () => {
    const { id } = await aChatFile('The large bowl costs $42.\n');
    await learn(app);
    expect((await maya.api.brain.list.query({})).facts).toEqual([]);
    await maya.api.brain.sources.moveToTeam.mutate({ sourceId: id });
    await learn(app);
    expect((await maya.api.brain.list.query({})).facts).toHaveLength(1);
  });

  test('a file of a chat counts as storage, and is in the list of sources with its scope', async () => {
    await aChatFile();
    const { sources, storage } = await maya.api.brain.sources.list.query();
    expect(storage.usedBytes).toBe(TERMS.length);
    expect(sources.map(({ scope }) => scope)).toEqual(['chat']);
  });

  test('a file of a chat is deleted with its conversation, and comes back with it', async () => {
    const { id } = await aChatFile();
    const { conversation } = await ask('What is this?', { sources: [id] });
    const used = async () => (await maya.api.brain.sources.list.query()).storage.usedBytes;
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    expect(await used()).toBe(0);
    await maya.api.chat.restoreConversation.mutate({ conversationId: conversation.id });
    expect(await used()).toBe(TERMS.length);
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    app.clock.advance(2 * 60 * 60_000);
    await app.container.services.chat.purge();
    await app.container.services.sources.purge();
    expect(await app.db.selectFrom('passages').select('id').where('user_id', '=', maya.userId).execute()).toEqual([]);
  });

  test('a file that was never sent is in no prompt, stays when its chat is deleted, and is deleted after a week', async () => {
    const { conversation } = await ask('What is this?');
    const { id } = await aChatFile(TERMS, { conversation: conversation.id });
    await ask('What does Corner Pantry pay for a mug?', { in: conversation.id });
    expect(lastPrompt(app)).not.toContain('Corner Pantry pays $14');
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    const moved = await ask('What does Corner Pantry pay for a mug?', { sources: [id] });
    expect(moved.question.files).toMatchObject([{ id }]);
    expect(lastPrompt(app)).toContain('Corner Pantry pays $14');
    await aChatFile('Never sent.\n', { conversation: moved.conversation.id });
    app.clock.advance(8 * 86_400_000);
    await app.container.services.sources.purge();
    expect((await maya.api.brain.sources.list.query()).sources.map((source) => source.id)).toEqual([id]);
  });

  test('a file of the team stays with every chat that it is attached to, with a summary', async () => {
    const { id } = await aChatFile(HANDBOOK, { name: 'handbook.md', scope: 'team' });
    for (const to of ['cassie', 'seomi'] as const) {
      const { conversation } = await ask('Summarize this document.', { to, sources: [id] });
      await summarize(app);
      await ask('Go on, what about the rest?', { to, in: conversation.id });
      expect(linesWith('"file":"handbook.md"').join()).toContain('"summaryOf"');
    }
    expect(await sourceOf(maya, id)).toMatchObject({ conversationId: null });
  });

  test('nobody can add a file to another person’s chat', async () => {
    const { conversation } = await ask('What is this?');
    const noor = await aPerson(app, { plan: 'ultimate' });
    const response = await upload(noor, TERMS, { scope: 'chat', conversation: conversation.id });
    expect(response.status).toBe(404);
    expect((await noor.api.brain.sources.list.query()).sources).toEqual([]);
  });

  test('a file that was never sent is deleted after a week', async () => {
    await aChatFile();
    app.clock.advance(6 * 86_400_000);
    await app.container.services.sources.purge();
    expect((await maya.api.brain.sources.list.query()).sources).toHaveLength(1);
    app.clock.advance(2 * 86_400_000);
    await app.container.services.sources.purge();
    expect((await maya.api.brain.sources.list.query()).sources).toEqual([]);
  });
});

describe('SOURCE-41: moving a file to the Brain', () => {
  test('a file that is moved to the Brain is read for facts and found by every teammate', async () => {
    const { id } = await aChatFile('# Prices\n\nThe large bowl costs $42.\n');
    await ask('What is this?', { sources: [id] });
    await maya.api.brain.sources.moveToTeam.mutate({ sourceId: id });
    await maya.api.brain.sources.moveToTeam.mutate({ sourceId: id });
    await learn(app);
    const source = await sourceOf(maya, id);
    expect(source).toMatchObject({ scope: 'team' });
    expect(source.factCount).toBeGreaterThan(0);
    await ask('What does the large bowl cost?', { to: 'seomi' });
    expect(lastPrompt(app)).toContain('large bowl costs $42');
  });

  test('a file that is added in a new private chat can’t leave it, sent or not', async () => {
    const { id } = await aChatFile(TERMS, { isPrivate: true, scope: 'team' });
    expect(await sourceOf(maya, id)).toMatchObject({ scope: 'chat', isPrivate: true });
    await expect(maya.api.brain.sources.moveToTeam.mutate({ sourceId: id })).rejects.toThrow('private chat');
  });

  test('a file of a private chat never leaves it, even once the chat is no longer private', async () => {
    const { id } = await aChatFile();
    const { conversation } = await ask('What is this?', { sources: [id], isPrivate: true });
    const move = () => maya.api.brain.sources.moveToTeam.mutate({ sourceId: id });
    expect(await sourceOf(maya, id)).toMatchObject({ isPrivate: true });
    await expect(move()).rejects.toThrow('private chat');
    await maya.api.chat.setPrivate.mutate({ conversationId: conversation.id, isPrivate: false });
    await expect(move()).rejects.toThrow('private chat');
    const asTeam = await addFile(app, maya, 'Another file\n', { conversation: conversation.id, scope: 'team' });
    expect(asTeam.scope).toBe('team');
    await maya.api.chat.setPrivate.mutate({ conversationId: conversation.id, isPrivate: true });
    const inPrivate = await addFile(app, maya, 'A third file\n', { conversation: conversation.id, scope: 'team' });
    expect(inPrivate.scope).toBe('chat');
  });
});

describe('SOURCE-42: what a teammate gets of a file', () => {
  test('an attached document is given whole, with the place of each part', async () => {
    const { id } = await aChatFile(HANDBOOK, { name: 'handbook.md' });
    await ask('Summarize this document.', { sources: [id] });
    for (const section of [1, 20, 40]) expect(lastPrompt(app)).toContain(`Tool ${section} stands on shelf ${section}.`);
    const parts = linesWith('attached to this question').map((line) => /part (\d+) of (\d+)/.exec(line)?.slice(1, 3));
    expect(parts.map((part) => Number(part?.[0]))).toEqual(parts.map((_, index) => index + 1));
    expect(linesWith('"file":"handbook.md"').join()).toContain(`all of it, ${parts.length} parts`);
  });

  test('in later turns it is given as a summary of the whole, made once, with the parts that fit', async () => {
    const { id } = await aChatFile(HANDBOOK, { name: 'handbook.md' });
    await summarize(app);
    const { conversation } = await ask('Summarize this document.', { sources: [id] });
    await ask('Go on, what about the rest?', { in: conversation.id });
    const [file = ''] = linesWith('"file":"handbook.md"');
    expect(file).toContain('"added":"with an earlier question"');
    expect(file).toMatch(/"summaryOf":"parts 1 to (\d+) of \1","summary":".*Section 40/);
    await ask('Where does tool 33 stand?', { in: conversation.id });
    const quoted = linesWith('attached earlier in this conversation');
    expect(quoted.length).toBeGreaterThan(0);
    expect(quoted.length).toBeLessThanOrEqual(8);
    expect(quoted.join()).toContain('Tool 33 stands on shelf 33.');
    const asked = app.model.requests.filter(({ task }) => task === 'document-summary').length;
    await summarize(app);
    expect(app.model.requests.filter(({ task }) => task === 'document-summary')).toHaveLength(asked);
  });

  test('of a document beyond the budget, a teammate gets the parts that fit, and knows that they aren’t all', async () => {
    const long = Array.from(
      { length: 150 },
      (_, index) => `# Chapter ${index + 1}\n\n${`Glaze ${index + 1} melts at cone ${index + 1}. `.repeat(60)}\n`,
    ).join('\n');
    const { id } = await aChatFile(long, { name: 'book.md' });
    await ask('Which cone does glaze 149 melt at?', { sources: [id] });
    expect(lastPrompt(app)).toContain('Glaze 149 melts at cone 149.');
    expect(lastPrompt(app).length).toBeLessThan(200_000);
    expect(linesWith('"file":"book.md"').join()).toMatch(/"quoted":"parts .* of \d+"/);
    const partsOfBook = linesWith('attached to this question').length;
    const renamed = await aChatFile(`${long}\nThe end.\n`, { name: `${'A book with a long name '.repeat(8)}.md` });
    await ask('Which cone does glaze 149 melt at?', { sources: [renamed.id] });
    const withLongName = linesWith('attached to this question').length;
    expect(withLongName, 'the name in each part counts').toBeLessThan(partsOfBook * 0.95);
  });
});

describe('SOURCE-43: the same file again', () => {
  const again = async (file: Parameters<typeof upload>[2] = {}, content = TERMS) => {
    const response = await upload(maya, content, { name: 'terms.md', ...file });
    return (await response.json()) as { source: { id: string }; isKnown: boolean }; // reason: what the edge answers
  };

  test('a file that is uploaded again is recognized by its bytes, whatever its name', async () => {
    const first = await addFile(app, maya, TERMS, { name: 'terms.md' });
    expect(await again({ name: 'other.md' })).toMatchObject({ source: { id: first.id }, isKnown: true });
    expect(await again({ scope: 'chat' })).toMatchObject({ source: { id: first.id }, isKnown: true });
    expect(await again({}, 'Other bytes\n')).toMatchObject({ isKnown: false });
    const { sources, storage } = await maya.api.brain.sources.list.query();
    expect([sources.length, storage.usedBytes]).toEqual([2, TERMS.length + 12]);
  });

  test('a file of another chat, a removed one and another person’s aren’t used in its place', async () => {
    const { id } = await aChatFile();
    await ask('What is this?', { sources: [id] });
    expect((await again({ scope: 'team' })).isKnown).toBe(false);
    const noor = await aPerson(app, { plan: 'ultimate' });
    const theirs = await uploaded(await upload(noor, TERMS));
    expect(theirs.scope).toBe('team');
    await readSources(app);
    const { sources } = await maya.api.brain.sources.list.query();
    for (const source of sources) await maya.api.brain.sources.remove.mutate({ sourceId: source.id });
    expect((await again()).isKnown).toBe(false);
  });
});
