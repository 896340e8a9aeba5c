import { beforeEach, describe, expect, test, vi } from 'vitest';
import { model, type Person } from '#tests/support/chat.ts';
import { say, typeFact } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  model(app, 'Here are three titles.\n\nWhich town do you sell in?');
});

const today = (person = maya) => person.api.insights.today.query();
const kinds = async (person = maya) => (await today(person)).map(({ kind }) => kind);
const keptDays = async () =>
  (await app.db.selectFrom('daily_cards').select(['day', 'cards']).orderBy('day').execute()).map(({ day, cards }) => [
    day,
    cards.map((card) => card.split(' ')[0]),
  ]);
const moveTo = (timeZone: string) =>
  maya.api.profile.updatePreferences.mutate({ language: 'en', timeZone, emailsAboutSignIns: true });

/** Asks a teammate, who answers with a question, and reads that. */
async function askAndRead(person: Person, to: 'seomi' | 'emmie' | 'cassie', isPrivate = false) {
  const { conversation } = await say(app, person, 'Titles for the plates', { to, isPrivate });
  await person.api.chat.markSeen.mutate({ conversationId: conversation.id });
  return conversation.id;
}

describe('DASH-1: the cards of a day', () => {
  test('are Brain AI’s, Seomi’s and Emmie’s, and say how to begin while there is nothing to say', async () => {
    const cards = await today();
    expect(cards.map(({ assistantId, kind }) => [assistantId, kind])).toEqual([
      ['brain_ai', 'begin'],
      ['seomi', 'begin'],
      ['emmie', 'begin'],
    ]);
    expect(cards.map(({ source }) => source)).toEqual([
      'A tip for your first day',
      'A tip for shops',
      'A tip for shops',
    ]);
  });

  test('are chosen on the first visit, and again on the next day', async () => {
    const conversationId = await askAndRead(maya, 'seomi');
    expect(await kinds()).toEqual(['begin', 'asked', 'begin']);
    await askAndRead(maya, 'emmie');
    expect(await kinds(), 'the same day').toEqual(['begin', 'asked', 'begin']);
    app.clock.set('2026-11-17T00:00:00Z');
    expect(await kinds(), 'the next').toEqual(['begin', 'asked', 'asked']);
    expect((await today())[1]).toMatchObject({
      title: 'I asked you about “Titles for the plates”.',
      text: 'Which town do you sell in?',
      source: 'From your conversation yesterday',
      to: { page: 'chat', assistantId: 'seomi', conversationId, ask: null },
    });
  });

  test.each([
    ['America/Los_Angeles', '2026-11-17T07:59:59Z', '2026-11-17T08:00:00Z'],
    ['Asia/Kolkata', '2026-11-16T18:29:59Z', '2026-11-16T18:30:00Z'],
    ['Pacific/Kiritimati', '2026-11-16T09:59:59Z', '2026-11-16T10:00:00Z'],
  ])('change at midnight in %s', async (timeZone, before, after) => {
    await moveTo(timeZone);
    await today();
    await askAndRead(maya, 'seomi');
    app.clock.set(before);
    expect(await kinds()).toEqual(['begin', 'begin', 'begin']);
    app.clock.set(after);
    expect(await kinds()).toEqual(['begin', 'asked', 'begin']);
  });

  test('are chosen anew where it is another day, and are the same again back home', async () => {
    await today();
    await askAndRead(maya, 'seomi');
    await moveTo('Pacific/Kiritimati');
    app.clock.set('2026-11-16T12:00:00Z');
    expect(await kinds(), 'tomorrow already').toEqual(['begin', 'asked', 'begin']);
    await moveTo('UTC');
    expect(await kinds()).toEqual(['begin', 'begin', 'begin']);
  });

  test('are the same for all who ask at the same time, and kept once, for a day', async () => {
    await askAndRead(maya, 'seomi');
    const all = await Promise.all(Array.from({ length: 20 }, () => today()));
    expect(new Set(all.map((cards) => JSON.stringify(cards))).size).toBe(1);
    expect(await keptDays()).toEqual([['2026-11-16', ['asked']]]);
    app.clock.set('2026-11-19T09:00:00Z');
    await Promise.all(Array.from({ length: 20 }, () => today()));
    expect(await keptDays()).toEqual([['2026-11-19', ['asked']]]);
  });

  test('take one statement, and one more on the first visit of a day', async () => {
    await askAndRead(maya, 'seomi');
    const statements = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    const own = () => statements.mock.calls.filter(([{ sql }]) => sql.includes('daily_cards')).length;
    const all = () => statements.mock.calls.length;
    await maya.api.chat.recent.query();
    const session = all() - 1;
    statements.mockClear();
    await today();
    expect([own(), all() - session]).toEqual([2, 2]);
    statements.mockClear();
    await today();
    expect([own(), all() - session]).toEqual([1, 1]);
    statements.mockRestore();
  });
});

describe('DASH-4: a card is left out as soon as it is done or gone', () => {
  test('the question was answered', async () => {
    const conversationId = await askAndRead(maya, 'seomi');
    expect(await kinds()).toEqual(['begin', 'asked', 'begin']);
    model(app, 'Thank you.');
    await say(app, maya, 'In Malmö.', { to: 'seomi', in: conversationId });
    expect(await kinds()).toEqual(['begin', 'begin', 'begin']);
  });

  test('the conversation was deleted; it is back once that is undone', async () => {
    const conversationId = await askAndRead(maya, 'seomi');
    await today();
    await maya.api.chat.deleteConversation.mutate({ conversationId });
    expect(await kinds()).toEqual(['begin', 'begin', 'begin']);
    await maya.api.chat.restoreConversation.mutate({ conversationId });
    expect(await kinds()).toEqual(['begin', 'asked', 'begin']);
  });

  test('the conflict was settled, and what Brain AI has to say next takes its place', async () => {
    await askAndRead(maya, 'cassie');
    for (const statement of ['Bowls cost $42.', 'Bowls cost $38.']) await typeFact(maya, statement);
    const conflictId = '3b0f3d0e-8f0a-4c52-9f6b-0d5a4f1b2c3d';
    await app.db.updateTable('facts').set({ state: 'conflict', conflict_id: conflictId }).execute();
    expect(await kinds()).toEqual(['asked', 'conflict', 'begin']);
    await maya.api.brain.resolve.mutate({ conflictId, right: 'all' });
    expect(await kinds()).toEqual(['asked', 'begin', 'begin']);
  });

  test('the plan no longer opens the teammate', async () => {
    await askAndRead(maya, 'seomi');
    expect(await kinds()).toEqual(['begin', 'asked', 'begin']);
    await app.db.updateTable('profiles').set({ subscription_tier: 'free', subscription_status: 'none' }).execute();
    expect(await kinds()).toEqual(['begin', 'begin', 'begin']);
  });
});

describe('DASH-5: a card is never about', () => {
  test('another person’s conversations and facts', async () => {
    const noor = await aPerson(app, { plan: 'ultimate' });
    await askAndRead(noor, 'seomi');
    const id = await typeFact(noor, 'The kiln opens.', 'date');
    await app.db.updateTable('facts').set({ state: 'suggested' }).where('id', '=', id).execute();
    expect(await kinds(noor)).toEqual(['confirm', 'asked', 'begin']);
    expect(await kinds()).toEqual(['begin', 'begin', 'begin']);
    expect((await keptDays()).map(([, cards]) => cards)).toEqual(expect.arrayContaining([[], ['asked', 'confirm']]));
  });

  test('a private conversation', async () => {
    await askAndRead(maya, 'seomi', true);
    expect(await kinds()).toEqual(['begin', 'begin', 'begin']);
  });

  test('a fact that wasn’t confirmed, or that was forgotten, as a date', async () => {
    const factId = await typeFact(maya, 'The kiln opens.', 'date');
    await app.db.updateTable('facts').set({ valid_from: '2026-11-28' }).execute();
    expect(await kinds()).toEqual(['begin', 'begin', 'date']);
    await maya.api.brain.forget.mutate({ factId });
    expect(await kinds()).toEqual(['begin', 'begin', 'begin']);
  });
});
