import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { LEFT_OUT, secretsIn } from '#server/lib/text/holds-secret.ts';
import { findPastOccasions } from '#server/modules/automations/rehearsal/past-occasions.ts';
import { learnFromMessage } from '#server/prompts/learn-from-message.ts';
import { summarizeConversation } from '#server/prompts/summary.ts';
import { aDefinition, anAutomation } from '#tests/support/automations/automations.ts';
import { runsOf } from '#tests/support/automations/runs.ts';
import { knowingModel, knownTo, lastPrompt, modelThatFinds, say, tell } from '#tests/support/brain/brain.ts';
import { aSourceWith } from '#tests/support/brain/passages.ts';
import { model, threadOf, type Person } from '#tests/support/chat.ts';
import { summarize } from '#tests/support/jobs.ts';
import { givenFor } from '#tests/support/model/scripted-model.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const TRIGGER = { kind: 'chat', on: 'answer', assistantId: null } as const;
const hear = (app: TestApp) => app.container.jobs.runDue(['automation-event']);
const chatsOfToday = (app: TestApp, { userId }: Person) => {
  const startedAt = new Date(app.clock.current().getTime() + 24 * 3_600_000);
  return app.container.services.runValues({ userId, timeZone: 'UTC', startedAt }, new Set(['run.yesterdays_chats']));
};
const rehearsed = (app: TestApp, { userId }: Person) =>
  findPastOccasions(app.db, { userId, trigger: TRIGGER, lastInput: null, limit: 10 });

describe('a secret in a message', () => {
  const SECRET = 'Bread4All';
  const SAID = `The bakery Wi-Fi password is ${SECRET}`;
  /** It repeats the secret without its name. */
  const ANSWER = `Bakery guests type ${SECRET} at the door.\n\nShould bakery guests type ${SECRET} first?`;
  let app: TestApp;
  let maya: Person;
  let told: Awaited<ReturnType<typeof say>>;
  beforeAll(async () => {
    app = await createTestApp();
    maya = await aPerson(app, { plan: 'ultimate' });
    model(app, ANSWER);
    await anAutomation(maya, { isOn: true, definition: aDefinition({ trigger: TRIGGER }) });
    told = await say(app, maya, SAID);
    for (let count = 0; count < 5; count += 1) {
      app.clock.advance(1_000);
      await say(app, maya, `Thanks ${count}`, { in: told.conversation.id });
    }
    await maya.api.chat.markSeen.mutate({ conversationId: told.conversation.id });
    model(app, 'Fine.');
    await aSourceWith(app, maya.userId, [`Handbook of the bakery: the Wi-Fi password is ${SECRET}`]);
  });
  const searched = async () => {
    const automationId = await anAutomation(maya, { definition: aDefinition() });
    const definition = aDefinition({ steps: [{ kind: 'search', id: 's1', query: 'bakery password guests' }] });
    return maya.api.powerUps.automations.tryStep.mutate({ automationId, stepId: 's1', definition });
  };

  test.each<[string, () => Promise<unknown>]>([
    [
      'the prompt of another teammate, which quotes the message, the answer and a document',
      async () => {
        await say(app, maya, 'What is the bakery password that guests type at the door?', { to: 'seomi' });
        const prompt = lastPrompt(app);
        expect(prompt).toContain('[m1]');
        expect(prompt).toContain('[m2]');
        expect(prompt).toContain('[p1]');
        return prompt;
      },
    ],
    ['the title of the conversation', () => maya.api.chat.conversations.query({ assistantId: 'emmie' })],
    ['the lines on Home', () => maya.api.chat.recent.query()],
    ['the cards of the day', () => maya.api.insights.today.query()],
    ['the results of a search', () => maya.api.chat.search.query({ text: 'bakery' })],
    [
      'the notifications',
      async () => {
        await say(app, maya, `${SAID}. Is that good?`, { to: 'cassie' });
        app.clock.advance(20_000);
        return maya.api.notifications.list.query();
      },
    ],
    [
      'what starts an automation',
      async () => {
        await hear(app);
        return (await runsOf(app, maya.userId)).map(({ input }) => input);
      },
    ],
    ['the rehearsal of an automation', () => rehearsed(app, maya)],
    ['yesterday’s conversations for an automation', () => chatsOfToday(app, maya)],
    ['a step that looks something up', searched],
    [
      'the words behind a citation',
      async () => [
        await maya.api.brain.offeredText.query({ kind: 'message', id: told.question.id }),
        await maya.api.brain.offeredText.query({ kind: 'message', id: told.answer.id }),
      ],
    ],
    [
      'what is summarized, and the summary',
      async () => {
        await summarize(app);
        const summaries = await app.db.selectFrom('conversation_summaries').select('text').execute();
        return [givenFor(app, summarizeConversation), summaries];
      },
    ],
    ['a draft of a template', () => maya.api.powerUps.templates.suggestBlanks.mutate({ messageId: told.answer.id })],
  ])('a secret is left out of %s', async (_, leave) => {
    const left = JSON.stringify(await leave());
    expect(left).not.toContain(SECRET);
    expect(left).toContain(LEFT_OUT);
  });

  test('a secret stays in its own conversation and in that conversation’s download', async () => {
    const { id } = told.conversation;
    expect((await threadOf(maya, id)).slice(0, 2).map(({ content }) => content)).toEqual([SAID, ANSWER]);
    const exported = await maya.api.chat.exportConversation.mutate({ id: randomUUID(), conversationId: id });
    expect(JSON.stringify(exported)).toContain(SECRET);
  });

  test('a secret never becomes a fact, whatever the model returns', async () => {
    const found = [
      { statement: SAID, quote: SAID },
      { statement: `Guests type ${SECRET}.`, quote: 'The bakery Wi-Fi' },
      { statement: 'The bakery has Wi-Fi.', quote: 'The bakery Wi-Fi' },
    ];
    modelThatFinds(app, () => found);
    await tell(app, maya, `${SAID}. Please write that down.`);
    expect(givenFor(app, learnFromMessage)).not.toEqual([]);
    expect(await knownTo(maya)).toEqual(['The bakery has Wi-Fi.']);
    expect(secretsIn(SAID)).toEqual([SECRET]);
  });
});

describe('a message said in private', () => {
  const MARGIN = 'Our secret rye margin is 61% and we may close the Toledo bakery.';
  const PRIVATE = /61%|close the/;
  const SHARED = 'Our rye bread is baked in Dayton.';
  let app: TestApp;
  let maya: Person;
  let conversationId: string;
  beforeAll(async () => {
    app = await createTestApp();
    maya = await aPerson(app, { plan: 'ultimate' });
    await anAutomation(maya, { isOn: true, definition: aDefinition({ trigger: TRIGGER }) });
    model(app, 'A rye margin of 61% is good for a bakery in Toledo.');
    const { conversation } = await say(app, maya, MARGIN, { isPrivate: true });
    conversationId = conversation.id;
    await maya.api.chat.setPrivate.mutate({ conversationId, isPrivate: false });
    model(app, 'Fine.');
    app.clock.advance(1_000);
    await say(app, maya, SHARED, { in: conversationId });
  });

  test('a private message stays out of other conversations even after its chat is shared, and later messages don’t', async () => {
    await say(app, maya, 'Is the rye bread baked in Dayton?', { to: 'seomi' });
    expect(lastPrompt(app)).toContain(SHARED);
    await say(app, maya, 'What is the rye margin in Toledo?', { to: 'seomi' });
    expect(lastPrompt(app)).not.toMatch(PRIVATE);
  });

  test('a private message teaches nothing, isn’t used as context for learning, and starts no automation', async () => {
    modelThatFinds(app, (said) => [{ statement: 'We bake rye in Dayton.', quote: said.slice(0, 20) }]);
    await tell(app, maya, 'So: we bake it there on Mondays.', { in: conversationId });
    const read = givenFor(app, learnFromMessage);
    expect(JSON.stringify(read)).not.toMatch(PRIVATE);
    expect(read.map(({ ownerSaid }) => ownerSaid)).toEqual(
      expect.arrayContaining([SHARED, 'So: we bake it there on Mondays.']),
    );
    await hear(app);
    expect(await runsOf(app, maya.userId).then((runs) => JSON.stringify(runs))).not.toMatch(PRIVATE);
    expect(JSON.stringify(await rehearsed(app, maya))).not.toMatch(PRIVATE);
    expect(JSON.stringify(await chatsOfToday(app, maya))).not.toMatch(PRIVATE);
    expect(JSON.stringify(await maya.api.insights.today.query())).not.toMatch(PRIVATE);
    app.clock.advance(20_000);
    expect(JSON.stringify(await maya.api.notifications.list.query())).not.toContain('secret rye');
  });

  test('a private message is marked in its own conversation', async () => {
    const thread = await threadOf(maya, conversationId);
    const asked = thread.filter(({ role }) => role === 'user').map(({ content, isPrivate }) => [content, isPrivate]);
    expect(asked.slice(0, 2)).toEqual([
      [MARGIN, true],
      [SHARED, false],
    ]);
  });

  test('an answer regenerated in private stays private, too', async () => {
    model(app, 'We bake in Dayton.');
    const { conversation, answer } = await say(app, maya, 'Where do we bake rye buns?');
    const id = conversation.id;
    await app.db
      .updateTable('turns')
      .set({ status: 'stopped' })
      .where('answer_id', '=', answer.id as never) // reason: an id of this test
      .execute();
    await maya.api.chat.setPrivate.mutate({ conversationId: id, isPrivate: true });
    await maya.api.chat.resume.mutate({ id: randomUUID(), messageId: answer.id, mode: 'retry' });
    await app.container.services.runner.idle();
    await maya.api.chat.setPrivate.mutate({ conversationId: id, isPrivate: false });
    expect((await threadOf(maya, id)).map(({ isPrivate }) => isPrivate)).toEqual([false, true]);
  });
});

describe('making a chat private, or deleting it', () => {
  test('making a chat private, or deleting it, returns the facts it taught, which can be forgotten and restored together', async () => {
    const app = await createTestApp();
    const maya = await aPerson(app, { plan: 'ultimate' });
    modelThatFinds(app, (said) =>
      ['Rye costs $11.', 'Wheat costs $9.'].map((statement) => ({ statement, quote: said.slice(0, 12) })),
    );
    const { conversation } = await tell(app, maya, 'Rye costs $11. Wheat costs $9.');
    const conversationId = conversation.id;
    const other = await tell(app, maya, 'Rye costs $11. Wheat costs $9. Good morning!', { isPrivate: true });
    expect(
      (await maya.api.chat.setPrivate.mutate({ conversationId: other.conversation.id, isPrivate: true })).taught,
    ).toEqual([]);
    const { taught } = await maya.api.chat.setPrivate.mutate({ conversationId, isPrivate: true });
    expect(taught).toHaveLength(2);
    await maya.api.brain.forgetFacts.mutate({ factIds: taught });
    expect(await knownTo(maya)).toEqual([]);
    await maya.api.brain.bringBackFacts.mutate({ factIds: taught });
    expect(await knownTo(maya)).toHaveLength(2);
    expect((await maya.api.chat.setPrivate.mutate({ conversationId, isPrivate: false })).taught).toEqual([]);
    expect((await maya.api.chat.deleteConversation.mutate({ conversationId })).taught.toSorted()).toEqual(
      taught.toSorted(),
    );
  });

  test('making a chat private counts the preferences set in it, which can be forgotten, too', async () => {
    const app = await createTestApp();
    const maya = await aPerson(app, { plan: 'ultimate' });
    knowingModel(app);
    const { preferences } = maya.api.brain;
    const medium = { assistantId: null, preference: { setting: 'length', value: 'medium' } } as const; // reason: a setting with its value
    await preferences.set.mutate({ changeId: randomUUID(), ...medium });
    const { conversation } = await tell(app, maya, 'From now on: short answers, no emojis.');
    const conversationId = conversation.id;
    await tell(app, maya, 'From now on, sign as Rosa.');
    const { taught, taughtPreferences: ids } = await maya.api.chat.setPrivate.mutate({
      conversationId,
      isPrivate: true,
    });
    expect([taught.length, ids.length]).toEqual([0, 2]);
    const values = async () => (await preferences.list.query()).map(({ value }) => value).toSorted();
    const changeId = randomUUID();
    await preferences.end.mutate({ changeId, ids, goesBack: true });
    expect(await values(), 'as before').toEqual(['Rosa', 'medium']);
    await preferences.undo.mutate({ changeId });
    expect(await values()).toEqual(['Rosa', 'never', 'short']);
    await preferences.end.mutate({ changeId: randomUUID(), ids, goesBack: true });
    expect((await maya.api.chat.deleteConversation.mutate({ conversationId })).taughtPreferences).toEqual([]);
  });
});
