import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { LiveStreamEvent } from '#contract/live.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { knowingModel, typeFact } from '#tests/support/brain/brain.ts';
import { addFile } from '#tests/support/brain/sources.ts';
import { ask, brokenModel, model, resume, type Person } from '#tests/support/chat.ts';
import { learn, purge, sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
});

const SECONDS = 1_000;
const list = async (person = maya) => (await person.api.notifications.list.query()).items;
const unreadOf = async (person = maya) => (await person.api.notifications.unreadCount.query()).unread;
const track = (usageType: 'messages' | 'exports', amount: number, person = maya) =>
  person.api.usage.track.mutate({ usageType, amount });

/** Maya asks, and the answer ends. */
async function answered(text = 'What is a good welcome email?') {
  const sent = await ask(maya, text);
  await app.container.services.runner.idle();
  return sent;
}

describe('the bell tells', () => {
  test('that most of a limit is used, and that all of it is, once each, with the figures and the day of the reset', async () => {
    await track('messages', 39);
    expect(await list()).toEqual([]);
    await track('messages', 1);
    await track('messages', 1);
    app.clock.advance(SECONDS);
    await track('messages', 9);
    expect(await list()).toMatchObject([
      {
        kind: 'plan',
        title: 'You’ve used all of this month’s messages',
        detail: '50 of 50. The count starts over on December 1.',
      },
      {
        kind: 'plan',
        title: 'You’ve used 80% of this month’s messages',
        detail: '40 of 50. The count starts over on December 1.',
      },
    ]);
    expect((await list())[0]).toMatchObject({ path: '/dashboard/billing#usage', isUnread: true });
    expect(await unreadOf()).toBe(2);
    app.clock.set('2026-12-05T00:00:00Z');
    const later = await app.container.services.notifications.list(maya.userId, null);
    expect(later.items[0]?.title).toBe('You’ve used all of November’s messages');
  });

  test('of security events that are emailed, with the device and the time where the owner lives', async () => {
    await maya.api.profile.updatePreferences.mutate({ language: '', timeZone: 'Asia/Tokyo', emailsAboutSignIns: true });
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    expect(await list()).toMatchObject([
      {
        kind: 'security',
        title: 'Password set',
        detail: 'Monday, 6:00 PM, Unknown device',
        path: '/dashboard/settings/security-log',
      },
    ]);
  });

  test('of facts that disagree, until they are settled', async () => {
    maya = await aPerson(app, { plan: 'ultimate' });
    knowingModel(app);
    await typeFact(maya, 'The large bowl costs $42.', 'product');
    await learn(app);
    await addFile(app, maya, 'Item,Price\nLarge bowl,$38\n', { name: 'prices.csv' });
    app.clock.advance(60 * SECONDS);
    const [conflict, ...others] = (await list()).filter(({ kind }) => kind === 'waiting');
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({
      detail: '$42 from you, $38 from “prices.csv”',
      path: expect.stringMatching(/^\/dashboard\/brain#conflict-of-[\da-f-]{36}$/),
      isUnread: true,
    });
    const before = await unreadOf();
    const { conflicts } = await maya.api.brain.overview.query();
    await maya.api.brain.resolve.mutate({ conflictId: conflicts[0]?.id ?? '', right: 'all' });
    expect((await list()).filter(({ kind }) => kind === 'waiting')).toEqual([]);
    expect(await unreadOf()).toBe(before - 1);
  });

  test('the day on which a trial ends or a plan renews where its owner lives', async () => {
    maya = await aPerson(app, { plan: 'trial' });
    const zone = { language: '', timeZone: 'America/Los_Angeles', emailsAboutSignIns: true };
    await maya.api.profile.updatePreferences.mutate(zone);
    const endsAt = new Date('2026-11-23T05:00:00Z');
    await app.db.updateTable('profiles').set({ trial_ends_at: endsAt }).where('user_id', '=', maya.userId).execute();
    app.clock.set('2026-11-21T06:00:00Z');
    await sendEmails(app);
    expect((await list()).map(({ title }) => title)).toEqual(['Your trial ends on November 22']);
    expect(app.emails.map(({ subject }) => subject)).toEqual(['Your Tenfold trial ends on November 22, 2026']);
  });

  test('of a trial that is ending, and of a payment that failed', async () => {
    await app.db
      .insertInto('notices')
      .values([
        { user_id: maya.userId, topic: 'payment_failed', subject: '2026-11-20', created_at: await app.clock.now() },
        { user_id: maya.userId, topic: 'trial_ending', subject: '2026-11-18', created_at: await app.clock.now() },
        { user_id: maya.userId, topic: 'receipt', subject: 'in_1', created_at: await app.clock.now() },
      ])
      .execute();
    expect((await list()).map(({ title, path }) => `${title} ${path}`)).toEqual([
      'Your trial ends on November 18 /dashboard/billing',
      'Your payment didn’t go through /dashboard/billing',
    ]);
  });
});

describe('an answer', () => {
  test('is news ten seconds after it ended, if no tab has shown it by then', async () => {
    model(app, 'Hello.');
    const { conversation } = await answered();
    expect([await list(), await unreadOf()]).toEqual([[], 0]);
    app.clock.advance(10 * SECONDS);
    expect(await list()).toMatchObject([
      {
        kind: 'answers',
        assistantId: 'brain_ai',
        title: 'Brain AI answered you',
        detail: conversation.title === '' ? '' : expect.any(String),
        path: `/dashboard/brain-ai?c=${conversation.id}`,
        isUnread: true,
      },
    ]);
    expect(await unreadOf()).toBe(1);
  });

  test('that a tab showed in time is no news, not even later', async () => {
    model(app, 'Hello.');
    const { conversation } = await answered();
    app.clock.advance(2 * SECONDS);
    await maya.api.chat.markSeen.mutate({ conversationId: conversation.id });
    app.clock.advance(60 * SECONDS);
    expect([await list(), await unreadOf()]).toEqual([[], 0]);
    expect(await app.db.selectFrom('notices').select('topic').execute()).toEqual([]);
  });

  test('is read once its conversation is opened', async () => {
    model(app, 'Hello.');
    const { conversation } = await answered();
    app.clock.advance(60 * SECONDS);
    await maya.api.chat.markSeen.mutate({ conversationId: conversation.id });
    expect(await list()).toMatchObject([{ isUnread: false }]);
    expect(await unreadOf()).toBe(0);
  });

  test('that failed says so, and is no news while it is written again', async () => {
    brokenModel(app, 'Dear', new ModelError('network'));
    const { answer } = await answered();
    app.clock.advance(60 * SECONDS);
    expect(await list()).toMatchObject([{ title: 'Brain AI couldn’t finish an answer' }]);
    model(app, 'Hello.');
    await resume(maya, answer.id, 'retry');
    await app.container.services.runner.idle();
    expect(await list()).toEqual([]);
    app.clock.advance(60 * SECONDS);
    expect(await list()).toMatchObject([{ title: 'Brain AI answered you' }]);
    expect(await unreadOf()).toBe(1);
  });

  test('leaves the bell with its conversation, and comes back with it', async () => {
    model(app, 'Hello.');
    const { conversation } = await answered();
    app.clock.advance(60 * SECONDS);
    await maya.api.chat.deleteConversation.mutate({ conversationId: conversation.id });
    expect([await list(), await unreadOf()]).toEqual([[], 0]);
    await maya.api.chat.restoreConversation.mutate({ conversationId: conversation.id });
    expect([(await list()).length, await unreadOf()]).toEqual([1, 1]);
  });
});

describe('the owner', () => {
  test('marks one as read, or all that the list showed, and nobody else’s', async () => {
    const tomas = await aPerson(app);
    await track('exports', 2, tomas);
    await track('messages', 40);
    await track('exports', 2);
    const [first] = await list();
    await tomas.api.notifications.markRead.mutate({ ids: [first?.id ?? ''] });
    await maya.api.notifications.markRead.mutate({ ids: [first?.id ?? ''] });
    expect([await unreadOf(), await unreadOf(tomas)]).toEqual([1, first?.id.includes('exports') ? 0 : 1]);
    const until = (await app.clock.now()).toISOString();
    app.clock.advance(SECONDS);
    await track('messages', 10);
    await maya.api.notifications.markRead.mutate({ all: true, until });
    expect((await list()).map(({ isUnread }) => isUnread)).toEqual([true, false, false]);
  });

  test('mutes a kind, which is then neither listed nor counted, and hears of it again', async () => {
    await track('messages', 40);
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    await maya.api.notifications.mute.mutate({ kind: 'plan', isMuted: true });
    const page = await maya.api.notifications.list.query();
    expect([page.items.map(({ kind }) => kind), page.muted, await unreadOf()]).toEqual([['security'], ['plan'], 1]);
    await maya.api.notifications.mute.mutate({ kind: 'plan', isMuted: false });
    expect([(await list()).length, await unreadOf()]).toEqual([2, 2]);
  });

  test('can’t mute security, or turn off its emails', async () => {
    expect(await refusal(maya.api.notifications.mute.mutate({ kind: 'security', isMuted: true }))).toBe(
      'INVALID_INPUT',
    );
    const off = { kind: 'security', emails: 'never' } as const;
    expect(await refusal(maya.api.notifications.setPreference.mutate(off))).toBe('INVALID_INPUT');
  });

  test('pages through a long list without gaps or repeats', async () => {
    const at = await app.clock.now();
    const rows = Array.from({ length: 75 }, (_, index) => ({
      user_id: maya.userId,
      topic: 'payment_failed' as const,
      subject: `2026-11-16 ${index}`,
      created_at: new Date(at.getTime() - Math.floor(index / 10)),
    }));
    await app.db.insertInto('notices').values(rows).execute();
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: { items: { id: string }[]; nextCursor: string | null } = await maya.api.notifications.list.query({
        cursor,
      });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([seen.length, new Set(seen).size, await unreadOf()]).toEqual([75, 75, 75]);
  });
});

test.each(['2026-13-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '2026-11-16T24:61:00.000Z'])(
  'a page after the impossible moment %s is refused',
  async (moment) => {
    const cursor = `${moment} answer:0b7d0d3e-8f0a-4c52-9f6b-0d5a4f1b2c3d`;
    expect(await refusal(maya.api.notifications.list.query({ cursor }))).toBe('INVALID_INPUT');
  },
);

test('notifications are kept for 90 days, and what is told once stays known', async () => {
  await track('messages', 40);
  await app.container.services.usage.track(maya.userId, 'automations', 1);
  app.clock.advance(90 * DAY_MS + 1);
  expect((await app.container.services.notifications.list(maya.userId, null)).items).toEqual([]);
  await purge(app);
  const left = await app.db.selectFrom('notices').select('subject').execute();
  expect(left).toEqual([{ subject: 'automations' }]);
});

describe('an open bell', () => {
  /** What one connection brings, as it comes. */
  function open(person: Person, at: TestApp = app) {
    const leaving = new AbortController();
    const events: LiveStreamEvent[] = [];
    const bell = at.container.services.notifications.follow(person.userId, leaving.signal);
    const ended = (async () => {
      for await (const event of bell) events.push(event);
    })();
    const last = () => events.at(-1);
    return { events, last, close: () => (leaving.abort(), ended) };
  }

  const said = (unread: number, bells: number) => Array.from({ length: bells }, () => ({ type: 'bell', unread }));

  test('says how many are unread when it opens, and at each change, in any process; two agree', async () => {
    const other = await createTestApp({ keepData: true });
    const stops = [await app.container.listen(), await other.container.listen()];
    const tomas = await aPerson(app);
    const [here, there, his] = [open(maya), open(maya, other), open(tomas)];
    await expect.poll(() => [here.last(), there.last(), his.last()]).toEqual(said(0, 3));
    await track('messages', 40);
    await expect.poll(() => [here.last(), there.last()]).toEqual(said(1, 2));
    await maya.api.notifications.mute.mutate({ kind: 'plan', isMuted: true });
    await expect.poll(() => [here.last(), there.last()]).toEqual(said(0, 2));
    await here.close();
    await maya.api.notifications.mute.mutate({ kind: 'plan', isMuted: false });
    const again = open(maya);
    await expect.poll(() => again.last()).toEqual({ type: 'bell', unread: 1 });
    await maya.api.notifications.markRead.mutate({ all: true, until: '2027-01-01T00:00:00Z' });
    await expect.poll(() => [again.last(), there.last()]).toEqual(said(0, 2));
    expect(his.events).toHaveLength(1);
    for (const bell of [there, again, his]) await bell.close();
    for (const stop of stops) await stop();
  });

  test('shares the live connection with answers, and ends when the process stops', async () => {
    const input = encodeURIComponent(
      JSON.stringify({ answers: [{ messageId: randomUUID(), attempt: 0, offset: 0 }], bell: true }),
    );
    const response = await app.browser({ cookie: maya.cookie() }).request(`/trpc/live.follow?input=${input}`);
    app.container.services.notifications.close();
    const text = await response.text();
    expect(text).toContain('"type":"refused"');
    expect(text.endsWith('event: return\ndata: \n\n')).toBe(true);
  });
});
