import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  AVOIDED_WORDS_MAX,
  SAMPLES_PER_DAY,
  type PreferenceSetting,
  type ScopedPreference,
} from '#contract/brain/preferences.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { promptVersion } from '#server/prompts/model-task.ts';
import { learnFromMessage } from '#server/prompts/learn-from-message.ts';
import { aStepContext } from '#tests/support/automations/step-context.ts';
import { knowingModel, knownTo, lastPrompt, say, tell, typeFact } from '#tests/support/brain/brain.ts';
import { brokenModel, messagesUsed, model, resume, threadOf, type Person } from '#tests/support/chat.ts';
import { learn } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});

const settings = () => maya.api.brain.preferences;
/** What is set, as `length: short` or `soshie emojis: sometimes`, in alphabetical order. */
const current = async (person = maya) =>
  (await person.api.brain.preferences.list.query())
    .map(({ assistantId, setting, value }) => `${assistantId === null ? '' : `${assistantId} `}${setting}: ${value}`)
    .toSorted();
async function set(
  setting: PreferenceSetting,
  value: string,
  {
    of = null,
    changeId = randomUUID(),
    ...more
  }: { of?: AssistantId | null; changeId?: string; replaces?: string } = {},
): Promise<string> {
  const preference = { setting, value } as never; // reason: each test pairs a setting with a value of its own
  await settings().set.mutate({ changeId, assistantId: of, preference, ...more });
  return changeId;
}
const idOf = async (value: string) => (await settings().list.query()).find((one) => one.value === value)?.id ?? '';
const changedBy = async (turn: { conversation: { id: string }; question: { id: string } }) =>
  (await maya.api.brain.ofConversation.query({ conversationId: turn.conversation.id })).preferences[turn.question.id];

describe('a setting that the owner chooses', () => {
  test('takes the place of the one before, says when it was set, and is undone by its change', async () => {
    await set('length', 'short');
    const changeId = await set('length', 'medium');
    expect(await settings().list.query()).toMatchObject([
      { assistantId: null, setting: 'length', value: 'medium', source: { kind: 'typed', messageId: null } },
    ]);
    await settings().undo.mutate({ changeId });
    expect(await current()).toEqual(['length: short']);
    await settings().undo.mutate({ changeId });
    expect(await current(), 'undone once').toEqual(['length: short']);
  });

  test('is made once, however often the change is sent', async () => {
    const changeId = randomUUID();
    await Promise.all([set('avoided_word', 'artisanal', { changeId }), set('avoided_word', 'artisanal', { changeId })]);
    await set('avoided_word', 'Artisanal');
    expect(await current()).toEqual(['avoided_word: artisanal']);
  });

  test('for one teammate stands beside everyone’s, and ends with one click that can be undone', async () => {
    await set('emojis', 'never');
    await set('emojis', 'sometimes', { of: 'soshie' });
    await set('sign_off', '', { of: 'soshie' });
    const own = (await settings().list.query()).filter(({ assistantId }) => assistantId === 'soshie');
    const changeId = randomUUID();
    await settings().end.mutate({ changeId, ids: own.map(({ id }) => id) });
    expect(await current()).toEqual(['emojis: never']);
    await settings().undo.mutate({ changeId });
    expect(await current()).toEqual(['emojis: never', 'soshie emojis: sometimes', 'soshie sign_off: ']);
  });

  test('in words keeps its list when one is corrected, and Undo never takes the place of what was set since', async () => {
    await set('sentence', 'Begin with the answer.');
    await set('sentence', 'Prices without cents.');
    const changeId = await set('sentence', 'Start with the answer.', {
      replaces: await idOf('Begin with the answer.'),
    });
    expect(await current()).toEqual(['sentence: Prices without cents.', 'sentence: Start with the answer.']);
    await settings().undo.mutate({ changeId });
    expect(await current()).toEqual(['sentence: Begin with the answer.', 'sentence: Prices without cents.']);
    const first = await set('sign_off', 'Rosa');
    await set('sign_off', 'Maya');
    await settings().undo.mutate({ changeId: first });
    expect(await current()).toContain('sign_off: Maya');
  });

  test('is refused if it is a secret, too long, or one word too many', async () => {
    expect(await refusal(set('sentence', 'The password is kiln-1234.'))).toBe('FACT_HOLDS_SECRET');
    expect(await refusal(set('avoided_word', 'x'.repeat(41)))).toBe('INVALID_INPUT');
    expect(await refusal(set('length', 'endless'))).toBe('INVALID_INPUT');
    expect(await refusal(set('avoided_word', '\u0000'))).toBe('INVALID_INPUT');
    const words = Array.from({ length: AVOIDED_WORDS_MAX }, (_, index) => `word ${index}`);
    const row = {
      user_id: maya.userId,
      setting: 'avoided_word',
      source: 'typed',
      set_at: await app.clock.now(),
    } as const; // reason: two are choices
    await app.db
      .insertInto('answer_preferences')
      .values(words.map((value) => ({ ...row, value, id: randomUUID(), change_id: randomUUID() })))
      .execute();
    expect(await refusal(set('avoided_word', 'one more'))).toBe('INVALID_INPUT');
    await set('avoided_word', 'one more', { of: 'emmie' });
    expect(await current()).toHaveLength(AVOIDED_WORDS_MAX + 1);
  });

  test.each(['replaced', 'ended', 'undone'])('that was %s is kept with 200 others at most', async (how) => {
    const set_at = await app.clock.now();
    const row = { user_id: maya.userId, setting: 'length', value: 'short', source: 'typed', set_at } as const; // reason: choices
    const gone = Array.from({ length: 200 }, () => ({ id: randomUUID(), change_id: randomUUID(), ended_at: set_at }));
    await app.db
      .insertInto('answer_preferences')
      .values(gone.map((one) => ({ ...row, ...one })))
      .execute();
    app.clock.advance(60_000);
    const changeId = await set('length', 'medium');
    if (how === 'replaced') await set('length', 'short');
    else if (how === 'undone') await settings().undo.mutate({ changeId });
    else await settings().end.mutate({ changeId: randomUUID(), ids: [changeId] });
    const kept = await app.db.selectFrom('answer_preferences').select('id').where('ended_at', 'is not', null).execute();
    expect(kept).toHaveLength(200);
    expect(kept.map(({ id }) => id)).toContain(changeId);
  });

  test('is nobody else’s', async () => {
    const changeId = await set('length', 'short');
    const tomas = await aPerson(app, { plan: 'ultimate' });
    expect(await current(tomas)).toEqual([]);
    expect(await refusal(tomas.api.brain.preferences.undo.mutate({ changeId }))).toBe('NOT_FOUND');
    const end = { changeId: randomUUID(), ids: [await idOf('short')] };
    expect(await refusal(tomas.api.brain.preferences.end.mutate(end))).toBe('NOT_FOUND');
    await tomas.api.chat.send.mutate({ id: randomUUID(), assistantId: 'emmie', conversationId: null, text: 'Hello' });
    await app.container.services.runner.idle();
    expect(lastPrompt(app)).not.toContain('Length:');
  });
});

describe('what the settings do', () => {
  test('is in every prompt that writes for the owner, with the teammate’s own in place of everyone’s', async () => {
    await set('length', 'short');
    await set('emojis', 'never');
    await set('emojis', 'sometimes', { of: 'soshie' });
    await set('avoided_word', 'curated');
    await set('avoided_word', 'pamper', { of: 'soshie' });
    await say(app, maya, 'Write a post.', { to: 'soshie' });
    const wanted = ['- Length: short.', '- Emojis: now and then', '["curated", "pamper"]'];
    for (const line of wanted) expect(lastPrompt(app)).toContain(line);
    await say(app, maya, 'Write an email.');
    expect(lastPrompt(app)).toContain('- Emojis: never');
    expect(lastPrompt(app)).not.toContain('pamper');

    brokenModel(app, 'So far', new Error('gone'));
    const turn = await say(app, maya, 'Write a post again.', { to: 'soshie' });
    model(app, 'The rest.');
    await resume(maya, turn.answer.id, 'continue');
    await app.container.services.runner.idle();
    expect(app.model.requests.at(-1)?.task).toBe('continue');
    for (const line of wanted) expect(lastPrompt(app)).toContain(line);

    const step: StepOf<'ask'> = { kind: 'ask', id: 's1', assistantId: 'soshie', prompt: 'One post.', parts: [] };
    await app.container.services.stepHandlers.ask.run(step, await aStepContext(app, maya.userId));
    expect(app.model.requests.at(-1)?.task).toBe('automation-answer');
    for (const line of wanted) expect(lastPrompt(app)).toContain(line);
  });

  test('can be tried: a sample answer follows them, and costs and stores nothing', async () => {
    await set('length', 'short');
    await set('sign_off', 'Maya, Fern & Kiln');
    const question = 'Write an email to Ines: her bowl is ready.';
    const { answer } = await settings().sample.mutate({ assistantId: 'emmie', question });
    expect(answer).toMatch(/Maya, Fern & Kiln$/);
    expect(answer).not.toContain('At a glance');
    expect(await messagesUsed(maya)).toBe(0);
    expect(await app.db.selectFrom('turns').select('id').execute()).toEqual([]);
  });

  test('the settings can be tried a limited number of times a day, with the plan’s teammates', async () => {
    model(app, 'Hello.');
    const sample = (person: Person, assistantId: AssistantId = 'brain_ai') =>
      person.api.brain.preferences.sample.mutate({ assistantId, question: 'Hello?' });
    const tomas = await aPerson(app);
    expect(await refusal(sample(tomas, 'soshie'))).toBe('ASSISTANT_LOCKED');
    expect(await refusal(sample(tomas))).toBe('accepted');
    const { attempts } = app.container.services;
    for (let count = 2; count < SAMPLES_PER_DAY; count += 1) await attempts.count('answer-sample:person', tomas.userId);
    expect(await refusal(sample(tomas))).toBe('TOO_MANY_ATTEMPTS');
    expect(await refusal(sample(tomas, 'soshie')), 'before anything is read').toBe('TOO_MANY_ATTEMPTS');
    brokenModel(app, '', new Error('gone'));
    expect(await refusal(sample(maya))).toBe('MODEL_FAILED');
  });
});

describe('what the owner says about answers', () => {
  test('to one teammate is set for everyone, names its message, stands under it, and is undone there', async () => {
    const turn = await tell(app, maya, 'From now on: short answers, no emojis, sign as Rosa.');
    expect(await current()).toEqual(['emojis: never', 'length: short', 'sign_off: Rosa']);
    const [first] = await settings().list.query();
    expect(first?.source).toEqual({
      kind: 'message',
      assistantId: 'emmie',
      conversationId: turn.conversation.id,
      messageId: turn.question.id,
    });
    expect((await changedBy(turn))?.set).toHaveLength(3);
    expect(await knownTo(maya), 'it isn’t a fact beside that').toEqual([]);
    const prompts = await app.db.selectFrom('answer_preferences').select('prompt').distinct().execute();
    expect(prompts).toEqual([{ prompt: promptVersion(learnFromMessage) }]);
    await settings().undo.mutate({ changeId: turn.question.id });
    expect([await current(), await changedBy(turn)]).toEqual([[], undefined]);
  });

  test('goes back to what it was when the message is edited, also while learning is off', async () => {
    await set('length', 'medium');
    await set('avoided_word', 'curated');
    const said = 'From now on: short answers. You may say “curated” again.';
    const { conversation, answer } = await tell(app, maya, said);
    expect(await current()).toEqual(['length: short']);
    const longer = 'From now on: no emojis.';
    const edited = await tell(app, maya, longer, { in: conversation.id, replaces: answer.id });
    expect(await current()).toEqual(['avoided_word: curated', 'emojis: never', 'length: medium']);
    await maya.api.brain.setLearning.mutate({ learnsFromChats: false });
    await tell(app, maya, 'Good morning!', { in: conversation.id, replaces: edited.answer.id });
    expect(await current()).toEqual(['avoided_word: curated', 'length: medium']);
  });

  test('may be about one teammate, or take a word off the list', async () => {
    await set('avoided_word', 'curated');
    const turn = await tell(app, maya, 'Soshie may use emojis now and then. You may say “curated” again.');
    expect(await current()).toEqual(['soshie emojis: sometimes']);
    const ended: ScopedPreference[] = [{ assistantId: null, setting: 'avoided_word', value: 'curated' }];
    expect(await changedBy(turn)).toMatchObject({ set: [{ assistantId: 'soshie' }], ended });
    await settings().undo.mutate({ changeId: turn.question.id });
    expect(await current()).toEqual(['avoided_word: curated']);
  });

  test('a wish about one answer only doesn’t become a setting, and neither does one from a private chat', async () => {
    await tell(app, maya, 'Write a post about bowls. Make it short and without emojis, please.');
    await tell(app, maya, 'From now on, short answers.', { isPrivate: true });
    expect(await current()).toEqual([]);
    await maya.api.brain.setLearning.mutate({ learnsFromChats: false });
    await tell(app, maya, 'I prefer short answers.');
    expect(await current()).toEqual([]);
  });

  test('after "Remember that" is set before the answer, which follows it', async () => {
    const turn = await say(app, maya, 'Remember that I prefer short answers.');
    expect(await current()).toEqual(['length: short']);
    expect(lastPrompt(app)).toContain('- Length: short.');
    expect((await threadOf(maya, turn.conversation.id)).at(-1)?.content).toContain('From now on: short answers.');
    expect((await changedBy(turn))?.set).toHaveLength(1);
  });

  test.each([
    ['what it never said', { setting: 'avoided_word', value: 'luxury', quote: 'We sell bowls' }],
    ['words that aren’t in the message', { setting: 'length', value: 'short', quote: 'keep it short' }],
    ['a wish that isn’t lasting', { setting: 'length', value: 'short', quote: 'We sell bowls', isLasting: false }],
    ['a value that doesn’t exist', { setting: 'length', value: 'tiny', quote: 'We sell bowls' }],
    ['a setting that doesn’t exist', { setting: 'font', value: 'large', quote: 'We sell bowls' }],
    ['a teammate that doesn’t exist', { setting: 'length', value: 'short', quote: 'We sell bowls', teammate: 'Bob' }],
    ['a secret', { setting: 'sentence', value: 'The password is kiln-1234.', quote: 'We sell bowls' }],
  ])('loses %s and nothing else of the model’s answer', async (_, invented) => {
    const usual = { teammate: '', isLasting: true, isRemoved: false };
    const good = { ...usual, setting: 'emojis', value: 'never', quote: 'never any emojis' };
    app.model.answerWith(async function* answer({ task }) {
      const preferences = [{ ...usual, ...invented }, good];
      yield task === 'learn-from-message' ? JSON.stringify({ facts: [], preferences }) : 'Fine.';
    });
    await tell(app, maya, 'We sell bowls, and never any emojis.');
    expect(await current()).toEqual(['emojis: never']);
  });

  test('in an answer to the Brain’s questions is set there, so that there is one list of words to avoid', async () => {
    await typeFact(maya, 'Never say artisanal or curated.', 'voice');
    await learn(app);
    expect(await current()).toEqual(['avoided_word: artisanal', 'avoided_word: curated']);
    expect(await knownTo(maya)).toEqual([]);
  });

  test('is gone with the typed fact that made it, and back with it, unless it was set anew since', async () => {
    await set('length', 'as_needed');
    const typed = await typeFact(maya, 'We offer gift wrap. Short answers.');
    await learn(app);
    expect(await current()).toEqual(['length: short']);
    const forget = () => maya.api.brain.forgetFacts.mutate({ factIds: [typed] });
    const bringBack = () => maya.api.brain.bringBackFacts.mutate({ factIds: [typed] });
    await forget();
    expect(await current()).toEqual(['length: as_needed']);
    await bringBack();
    expect(await current()).toEqual(['length: short']);
    await forget();
    app.clock.advance(1000);
    await set('length', 'medium');
    await bringBack();
    expect(await current()).toEqual(['length: medium']);
  });

  test.each([
    ['in the order of their ids', '1', '2'],
    ['in the other order', '2', '1'],
  ])('of two typed facts forgotten together is undone and redone as it was said, %s', async (_, first, last) => {
    await set('length', 'as_needed');
    const ids = [first, last].map((digit) => randomUUID().replace(/^./, digit));
    for (const [index, statement] of ['We wrap gifts. Short answers.', 'Medium-length answers. We ship.'].entries()) {
      app.clock.advance(1000);
      await maya.api.brain.add.mutate({ id: ids[index] ?? '', kind: 'policy', statement });
      await learn(app);
    }
    expect(await current()).toEqual(['length: medium']);
    await maya.api.brain.forgetFacts.mutate({ factIds: ids });
    expect(await current()).toEqual(['length: as_needed']);
    await maya.api.brain.bringBackFacts.mutate({ factIds: ids });
    expect(await current()).toEqual(['length: medium']);
    await maya.api.brain.forgetFacts.mutate({ factIds: ids.slice(1) });
    expect(await current()).toEqual(['length: short']);
  });

  test('comes back with its typed fact only if the list still has room for it', async () => {
    const typed = await typeFact(maya, 'We wrap gifts. Never say artisanal.');
    await learn(app);
    await maya.api.brain.forgetFacts.mutate({ factIds: [typed] });
    for (let n = 0; n < AVOIDED_WORDS_MAX; n++) await set('avoided_word', `word ${n}`);
    await maya.api.brain.bringBackFacts.mutate({ factIds: [typed] });
    expect(await current()).toHaveLength(AVOIDED_WORDS_MAX);
  });
});
