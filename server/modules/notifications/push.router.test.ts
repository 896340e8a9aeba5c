import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, model, type Person } from '#tests/support/chat.ts';
import { endPauses, leaveOneRetry, push, unfinishedJobs } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { startPushService, VAPID_KEYS, type PushService } from '#tests/support/web/push-service.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';
import { PUSH_BROWSERS_MAX } from './push.service.ts';

let service: PushService;
let app: TestApp;
let maya: Person;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
const withKeys = () => ({ environment: VAPID_KEYS, standIns: service.standIns });
beforeEach(async () => {
  service.messages.length = 0;
  service.answer(201);
  app = await createTestApp(withKeys());
  maya = await aPerson(app);
});

const DELAY_MS = 5_000;
const DAY_MS = 86_400_000;
const WARNING = { title: 'You’ve used 80% of this month’s messages', path: '/dashboard/billing#usage' };

/** This browser shows notifications from now on. */
async function turnOn({ api }: Pick<Browser, 'api'> = maya) {
  const subscription = service.subscribe();
  await api.notifications.push.subscribe.mutate(subscription);
  return subscription;
}
/** Another browser of hers. */
async function anotherBrowser(userAgent = 'vitest') {
  const cookie = await app.container.services.sessions.start(maya.userId, {
    client: { address: '203.0.113.8', userAgent },
    methods: ['password'],
  });
  return app.browser({ cookie: cookie.split(';')[0] ?? '' });
}
const useMost = () => maya.api.usage.track.mutate({ usageType: 'messages', amount: 40 });
async function after(ms: number, place = app) {
  place.clock.advance(ms);
  await push(place);
}
const shown = () => service.messages.map(({ text }) => JSON.parse(text) as unknown);
const devices = async ({ api }: Pick<Browser, 'api'> = maya) => (await api.notifications.push.devices.query()).devices;

async function answered() {
  model(app, 'A secret recipe.');
  const sent = await ask(maya, 'What is in the welcome email?');
  await app.container.services.runner.idle();
  return sent;
}

describe('a browser', () => {
  test('is one more device that shows notifications, until it is turned off, by itself or by another', async () => {
    const phone = await anotherBrowser('Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0');
    expect(await maya.api.notifications.push.devices.query()).toEqual({
      publicKey: VAPID_KEYS.VAPID_PUBLIC_KEY,
      devices: [],
    });
    await turnOn();
    app.clock.advance(1);
    await turnOn(phone);
    await turnOn(phone);
    expect(await devices()).toMatchObject([
      { device: 'Firefox on Linux', isCurrent: false },
      { device: 'vitest', isCurrent: true },
    ]);
    for (const { id } of await devices()) await maya.api.notifications.push.unsubscribe.mutate({ id });
    expect(await devices(phone)).toEqual([]);
    await useMost();
    await after(DELAY_MS);
    expect(shown()).toEqual([]);
  });

  test('that is signed out shows nothing anymore, and nor does one whose session has ended', async () => {
    const phone = await anotherBrowser();
    await turnOn(phone);
    await useMost();
    await phone.api.auth.signOut.mutate();
    await after(DELAY_MS);
    await turnOn();
    await maya.api.usage.track.mutate({ usageType: 'exports', amount: 2 });
    await app.db
      .updateTable('sessions')
      .set({ expires_at: await app.clock.now() })
      .execute();
    await after(DELAY_MS);
    expect(shown()).toEqual([]);
  });

  test('that someone else signs in to shows nothing of whoever used it before', async () => {
    const [phone, tomas] = [await anotherBrowser(), await aPerson(app, { password: 'forty warm bowls' })];
    await turnOn();
    await maya.api.auth.signIn.mutate({ email: tomas.email, password: 'forty warm bowls' });
    await phone.api.usage.track.mutate({ usageType: 'messages', amount: 40 });
    await after(DELAY_MS);
    expect(shown()).toEqual([]);
    expect(await devices()).toEqual([]);
  });

  test('is one of twenty at most: the oldest gives way', async () => {
    await turnOn();
    const saved = await app.db.selectFrom('push_subscriptions').selectAll().executeTakeFirstOrThrow();
    const sessions = await Promise.all(Array.from({ length: PUSH_BROWSERS_MAX }, () => anotherBrowser()));
    app.clock.advance(1);
    await Promise.all(sessions.map(turnOn));
    const left = await app.db.selectFrom('push_subscriptions').select('session_id').execute();
    expect(left).toHaveLength(PUSH_BROWSERS_MAX);
    expect(left).not.toContainEqual({ session_id: saved.session_id });
  });

  test.each(['https://127.0.0.1/abc', 'https://169.254.169.254/', 'https://evil.example/abc', 'http://push.example/a'])(
    'with the endpoint %s is refused',
    async (endpoint) => {
      const { keys } = service.subscribe();
      expect(await refusal(maya.api.notifications.push.subscribe.mutate({ endpoint, keys }))).toBe('INVALID_INPUT');
      expect(await devices()).toEqual([]);
    },
  );

  test('isn’t offered it where the operator has set no keys, and nothing is sent', async () => {
    await turnOn();
    await useMost();
    const without = await createTestApp({ keepData: true, clock: app.clock });
    const { api } = without.browser({ cookie: maya.cookie() });
    expect(await api.notifications.push.devices.query()).toEqual({ publicKey: null, devices: [] });
    expect(await refusal(api.notifications.push.subscribe.mutate(service.subscribe()))).toBe('INVALID_INPUT');
    await after(DELAY_MS, without);
    expect(shown()).toEqual([]);
  });
});

describe('what the bell tells', () => {
  test('is shown by each of the owner’s browsers a few seconds later, once, and by nobody else’s', async () => {
    const [phone, tomas] = [await anotherBrowser(), await aPerson(app)];
    await turnOn();
    await turnOn(phone);
    await turnOn(tomas);
    await useMost();
    await after(DELAY_MS - 1);
    expect(shown()).toEqual([]);
    await after(1);
    await after(DELAY_MS);
    const body = '40 of 50. The count starts over on December 1.';
    const message = { ...WARNING, body, tag: 'usage_warning:messages 2026-11' };
    expect(shown()).toEqual([message, message]);
  });

  test('of an answer names the teammate, not the conversation, nor what was written', async () => {
    await turnOn();
    const { conversation } = await answered();
    await after(10_000 + DELAY_MS);
    expect(shown()).toMatchObject([
      { title: 'Brain AI answered you', body: '', path: `/dashboard/brain-ai?c=${conversation.id}` },
    ]);
    expect(JSON.stringify(shown())).not.toMatch(/secret recipe|welcome email/);
  });

  test('names the conversation in a browser whose owner wants titles, and in no other', async () => {
    const phone = await anotherBrowser();
    await turnOn();
    await turnOn(phone);
    const id = (await devices()).find(({ isCurrent }) => isCurrent)?.id ?? '';
    await maya.api.notifications.push.setShowsTitles.mutate({ id, showsTitles: true });
    expect(await devices()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ isCurrent: true, showsTitles: true }),
        expect.objectContaining({ isCurrent: false, showsTitles: false }),
      ]),
    );
    await answered();
    await after(10_000 + DELAY_MS);
    expect(shown()).toEqual(
      expect.arrayContaining(['', '“What is in the welcome email?”'].map((body) => expect.objectContaining({ body }))),
    );
    const stranger = await aPerson(app);
    const change = stranger.api.notifications.push.setShowsTitles.mutate({ id, showsTitles: false });
    expect(await refusal(change)).toBe('NOT_FOUND');
  });

  test('of security is shown, too, by the browser that it happened in', async () => {
    await turnOn();
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    await after(DELAY_MS);
    expect(shown()).toMatchObject([{ path: '/dashboard/settings/security-log' }]);
  });

  test.each([
    [
      'was read in the bell by then',
      () => maya.api.notifications.markRead.mutate({ ids: ['usage_warning:messages 2026-11'] }),
    ],
    ['is muted', () => maya.api.notifications.mute.mutate({ kind: 'plan', isMuted: true })],
    ['is of someone who is leaving', () => maya.api.account.askDeletion.mutate()],
  ])('isn’t shown if it %s', async (_, happens) => {
    await turnOn();
    await useMost();
    await happens();
    await after(DELAY_MS);
    expect(shown().filter((message) => JSON.stringify(message).includes(WARNING.title))).toEqual([]);
  });

  test('isn’t shown a day later', async () => {
    await turnOn();
    await useMost();
    await after(DAY_MS + DELAY_MS);
    expect(shown()).toEqual([]);
  });
});

describe('a push service', () => {
  beforeEach(async () => {
    await turnOn();
    await useMost();
  });

  test('that takes nothing for now is asked again, a few times, and the message is shown once', async () => {
    service.answer(503);
    await after(DELAY_MS);
    service.answer(201);
    await endPauses(app.db);
    await after(0);
    await after(0);
    expect(shown()).toHaveLength(1);
    expect(await unfinishedJobs(app.db)).toEqual([]);
  });

  test('that never takes it is given up, and nobody has to look after that', async () => {
    service.answer(503);
    await after(DELAY_MS);
    await leaveOneRetry(app.db);
    await after(0);
    expect(await unfinishedJobs(app.db)).toEqual([]);
  });

  test.each([404, 410])('that answers %d has the browser forgotten', async (status) => {
    service.answer(status);
    await after(DELAY_MS);
    expect(await devices()).toEqual([]);
    expect(await unfinishedJobs(app.db)).toEqual([]);
  });

  test('gets a message once, however many processes look for it', async () => {
    const other = await createTestApp({ ...withKeys(), keepData: true });
    for (const place of [app, other]) place.clock.set(new Date(app.clock.current().getTime() + DELAY_MS).toISOString());
    await Promise.all([app, other, app, other].map((place) => push(place)));
    expect(shown()).toHaveLength(1);
  });

  test('gets nothing twice from a job that runs again', async () => {
    const [device] = await devices();
    const job = {
      userId: maya.userId,
      sessionId: device?.id ?? '',
      topic: 'usage_warning',
      subject: 'messages 2026-11',
    } as const;
    const run = { signal: new AbortController().signal, isLastTry: false };
    await app.container.services.push.send(job, run);
    await app.container.services.push.send(job, run);
    expect(shown()).toHaveLength(1);
  });
});
