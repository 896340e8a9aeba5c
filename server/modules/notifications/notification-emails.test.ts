import { beforeEach, describe, expect, test } from 'vitest';
import { EMAIL_DELAY_MS, type EmailChoice, type NotificationKind } from '#contract/notifications.ts';
import { ask, model, type Person } from '#tests/support/chat.ts';
import { sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { nextMorning } from './next-morning.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app);
});

const subjects = () => app.emails.map(({ subject }) => subject);
const choose = (kind: NotificationKind, emails: EmailChoice) =>
  maya.api.notifications.setPreference.mutate({ kind, emails });
async function after(ms: number) {
  app.clock.advance(ms);
  await sendEmails(app);
}
async function at(instant: string) {
  app.clock.set(instant);
  await sendEmails(app);
}
const useMost = () => maya.api.usage.track.mutate({ usageType: 'messages', amount: 40 });
const WARNING = "You've used 40 of 50 messages this month";

async function answered() {
  model(app, 'Hello.');
  await ask(maya, 'What is a good welcome email?');
  await app.container.services.runner.idle();
}

describe('an email that can be chosen', () => {
  test('waits five minutes, and isn’t sent about what was read in the bell by then', async () => {
    await useMost();
    await maya.api.usage.track.mutate({ usageType: 'exports', amount: 2 });
    await after(EMAIL_DELAY_MS - 1);
    expect(subjects()).toEqual([]);
    await maya.api.notifications.markRead.mutate({ ids: ['usage_warning:messages 2026-11'] });
    await after(1);
    expect(subjects()).toEqual(["You've used 2 of 2 exports this month"]);
  });

  test('is not sent to someone who chose none, and not later if they choose it again', async () => {
    await choose('plan', 'never');
    await useMost();
    await after(EMAIL_DELAY_MS);
    await choose('plan', 'at_once');
    await after(EMAIL_DELAY_MS);
    expect(subjects()).toEqual([]);
  });

  test('tells of an answer or a conflict only if its owner chose so, and leads there', async () => {
    await answered();
    await after(2 * EMAIL_DELAY_MS);
    expect(subjects()).toEqual([]);
    await choose('answers', 'at_once');
    await answered();
    await after(2 * EMAIL_DELAY_MS);
    await after(2 * EMAIL_DELAY_MS);
    expect(subjects()).toEqual(['Brain AI answered you']);
    expect(app.emails[0]?.text).toMatch(/http:\/\/localhost:3000\/dashboard\/brain-ai\?c=/);
  });

  test('is ended by one click in an email program, without signing in', async () => {
    await useMost();
    await after(EMAIL_DELAY_MS);
    const link = /<(http[^>]+)>/.exec(app.emails[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    const program = (url: string) =>
      app.app.request(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    expect((await program(link.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(400);
    expect((await maya.api.notifications.preferences.query()).at(3)).toMatchObject({ kind: 'plan', emails: 'at_once' });
    expect((await program(link)).status).toBe(200);
    expect((await maya.api.notifications.preferences.query()).at(3)).toMatchObject({ kind: 'plan', emails: 'never' });
  });
});

test('security, and the end of a trial, is emailed right away, whatever was chosen or read', async () => {
  await choose('plan', 'never');
  const tomas = await aPerson(app, { plan: 'trial' });
  await tomas.api.notifications.setPreference.mutate({ kind: 'plan', emails: 'never' });
  await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
  await maya.api.notifications.markRead.mutate({ all: true, until: '2027-01-01T00:00:00Z' });
  await app.container.jobs.idle();
  await sendEmails(app);
  expect(subjects()).toEqual(['Password set: your Tenfold account']);
  await at('2026-11-23T09:00:00Z');
  expect(subjects()).toEqual(['Password set: your Tenfold account', 'Your Tenfold trial has ended']);
});

describe('the daily email', () => {
  beforeEach(async () => {
    await maya.api.profile.updatePreferences.mutate({
      language: '',
      timeZone: 'America/New_York',
      emailsAboutSignIns: true,
    });
    await choose('plan', 'daily');
    await choose('answers', 'daily');
  });

  test('comes once in the owner’s morning, with everything that is unread, and nothing is repeated', async () => {
    app.clock.set('2026-11-16T15:00:00Z');
    await useMost();
    await answered();
    await maya.api.usage.track.mutate({ usageType: 'exports', amount: 2 });
    await after(EMAIL_DELAY_MS);
    await maya.api.notifications.markRead.mutate({ ids: ['usage_warning:exports 2026-11'] });
    await at('2026-11-17T12:59:59Z');
    expect(subjects()).toEqual([]);
    await at('2026-11-17T13:00:00Z');
    expect(subjects()).toEqual(['2 notifications at Tenfold']);
    expect(app.emails[0]?.text).toContain('• Brain AI answered you');
    expect(app.emails[0]?.text).toContain('• You’ve used 80% of this month’s messages: 40 of 50.');
    expect(app.emails[0]?.text).not.toContain('exports');
    await at('2026-11-18T13:00:00Z');
    expect(app.emails).toHaveLength(1);
    await maya.api.chat.markSeen.mutate({ conversationId: (await maya.api.chat.recent.query())[0]?.id ?? '' });
  });

  test('isn’t sent if everything was read by then', async () => {
    await useMost();
    await after(EMAIL_DELAY_MS);
    await maya.api.notifications.markRead.mutate({ all: true, until: '2027-01-01T00:00:00Z' });
    await at('2026-11-17T14:00:00Z');
    expect(subjects()).toEqual([]);
  });

  test('has what is unread, however much that is newer was read', async () => {
    await useMost();
    await after(EMAIL_DELAY_MS);
    const now = await app.clock.now();
    const read = Array.from({ length: 51 }, (_, index) => ({
      user_id: maya.userId,
      topic: 'payment_failed' as const,
      subject: `2026-11-23 ${index}`,
      created_at: now,
      read_at: now,
    }));
    await app.db.insertInto('notices').values(read).execute();
    await at('2026-11-17T13:00:00Z');
    expect(subjects()).toEqual(['One notification at Tenfold']);
  });

  test('has a reached limit once, and none that a larger plan doesn’t come near', async () => {
    await useMost();
    await maya.api.usage.track.mutate({ usageType: 'messages', amount: 10 });
    await after(EMAIL_DELAY_MS);
    const tomas = await aPerson(app);
    await tomas.api.notifications.setPreference.mutate({ kind: 'plan', emails: 'daily' });
    await tomas.api.usage.track.mutate({ usageType: 'messages', amount: 40 });
    await after(EMAIL_DELAY_MS);
    await app.db
      .updateTable('profiles')
      .set({ subscription_tier: 'pro', subscription_status: 'active' })
      .where('user_id', '=', tomas.userId)
      .execute();
    await at('2026-11-17T13:00:00Z');
    expect(subjects()).toEqual(['One notification at Tenfold']);
    expect(app.emails[0]).toMatchObject({ to: maya.email });
    expect(app.emails[0]?.text).toContain('• You’ve used all of this month’s messages: 50 of 50.');
  });

  test('is ended by its own link, and what is emailed right away isn’t', async () => {
    await choose('answers', 'at_once');
    await useMost();
    await after(EMAIL_DELAY_MS);
    await at('2026-11-17T13:00:00Z');
    const link = /<(http[^>]+)>/.exec(app.emails[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await app.app.request(link, { method: 'POST', body })).status).toBe(200);
    expect(await maya.api.notifications.preferences.query()).toMatchObject([
      { kind: 'waiting', emails: 'never' },
      { kind: 'automations', emails: 'at_once' },
      { kind: 'answers', emails: 'at_once' },
      { kind: 'plan', emails: 'never' },
      { kind: 'security', emails: 'at_once' },
    ]);
  });

  test('is one, however many processes look for it', async () => {
    const other = await createTestApp({ keepData: true });
    await useMost();
    await after(EMAIL_DELAY_MS);
    for (const place of [app, other]) place.clock.set('2026-11-17T14:00:00Z');
    await Promise.all([app, other, app, other].map((place) => sendEmails(place)));
    expect([...app.emails, ...other.emails].map(({ subject }) => subject)).toEqual(['One notification at Tenfold']);
  });
});

test.each([
  ['America/New_York', '2026-11-16T12:59:00Z', '2026-11-16T13:00:00.000Z'],
  ['America/New_York', '2026-11-16T13:00:00Z', '2026-11-17T13:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-16T13:00:00Z', '2026-11-17T02:15:00.000Z'],
  ['Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T07:00:00.000Z'],
])('the next morning in %s after %s', (zone, from, morning) => {
  expect(nextMorning(new Date(from), zone).toISOString()).toBe(morning);
});

test('without a choice, usage is emailed right away', async () => {
  await useMost();
  await after(EMAIL_DELAY_MS);
  expect(subjects()).toEqual([WARNING]);
});
