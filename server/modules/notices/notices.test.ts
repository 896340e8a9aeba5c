import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addNotice } from '#db/queries/notices.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const MINUTE_MS = 60_000;
const END = '2026-11-23T09:00:00Z';
const subjects = () => app.mails.map(({ subject }) => subject);
const unsent = async () =>
  (await app.db.selectFrom('notices').select('topic').where('mailed_at', 'is', null).execute()).length;

/** Somebody who is near the limit of messages: one mail is due. */
async function anybodyToTell() {
  const person = await aPerson(app);
  await app.container.services.usage.track(person.userId, 'messages', 45);
  return person;
}

function deadMailServer() {
  let isDead = true;
  const send = vi.spyOn(app.container.services.mail, 'send').mockImplementation(async (letter) => {
    if (isDead) throw new Error('the mail server does not answer');
    app.mails.push(letter);
  });
  return { send, revive: () => void (isDead = false) };
}

describe('a mail server that is down', () => {
  test('gets the notice when it is back, once', async () => {
    const server = deadMailServer();
    await anybodyToTell();
    await app.container.sendNotices();
    await app.container.sendNotices();
    expect(server.send).toHaveBeenCalledTimes(1);
    server.revive();
    app.clock.advance(4 * MINUTE_MS);
    await app.container.sendNotices();
    expect(subjects()).toEqual([]);
    app.clock.advance(2 * MINUTE_MS);
    await app.container.sendNotices();
    await app.container.sendNotices();
    expect(subjects()).toHaveLength(1);
    expect(await unsent()).toBe(0);
  });

  test('is not asked for everybody in one go, and all get theirs afterwards', async () => {
    const server = deadMailServer();
    for (let index = 0; index < 25; index += 1) await anybodyToTell();
    await app.container.sendNotices();
    expect(server.send.mock.calls.length).toBeLessThanOrEqual(10);
    server.revive();
    app.clock.advance(6 * MINUTE_MS);
    await app.container.sendNotices();
    expect(new Set(app.mails.map(({ to }) => to)).size).toBe(25);
    expect(app.mails).toHaveLength(25);
  });

  test('for more than a day: the mail is given up, the notice in the app stays', async () => {
    const server = deadMailServer();
    const maya = await anybodyToTell();
    await app.container.sendNotices();
    app.clock.advance(24 * 60 * MINUTE_MS + 1);
    server.revive();
    await app.container.sendNotices();
    expect(subjects()).toEqual([]);
    expect((await maya.api.usage.overview.query()).warnings).toHaveLength(1);
  });

  test('until a trial is over: its end is told, and not that it will come', async () => {
    const server = deadMailServer();
    await aPerson(app, { plan: 'trial' });
    app.clock.set('2026-11-23T08:00:00Z');
    await app.container.sendNotices();
    server.revive();
    app.clock.set('2026-11-23T09:06:00Z');
    await app.container.sendNotices();
    expect(subjects()).toEqual(['Your Tenfold trial has ended']);
  });
});

describe('several processes', () => {
  test('send each notice once', async () => {
    const other = await createTestApp({ keepData: true });
    for (let index = 0; index < 25; index += 1) await anybodyToTell();
    for (let index = 0; index < 5; index += 1) await aPerson(app, { plan: 'trial' });
    for (const one of [app, other]) one.clock.set('2026-11-16T10:00:00Z');
    const places = [app, other, app, other, app, other];
    await Promise.all(places.map((place) => place.container.sendNotices()));
    expect(app.mails.length + other.mails.length).toBe(25);
    for (const one of [app, other]) one.clock.set(END);
    await Promise.all(places.map((place) => place.container.sendNotices()));
    const ended = [...app.mails, ...other.mails].filter(({ subject }) => subject === 'Your Tenfold trial has ended');
    expect(new Set(ended.map(({ to }) => to)).size).toBe(5);
    expect(ended).toHaveLength(5);
  });

  test('send what a dead one had taken', async () => {
    await anybodyToTell();
    await app.db
      .updateTable('notices')
      .set({ mail_tried_at: await app.clock.now() })
      .execute();
    await app.container.sendNotices();
    expect(subjects()).toEqual([]);
    app.clock.advance(6 * MINUTE_MS);
    await app.container.sendNotices();
    expect(subjects()).toHaveLength(1);
  });
});

describe('a payment that failed', () => {
  async function aFailedPayment() {
    const maya = await aPerson(app, { plan: 'pro' });
    const entitlement = { subscription_status: 'past_due', plan_ends_at: new Date(END) } as const;
    await app.db.updateTable('profiles').set(entitlement).where('user_id', '=', maya.userId).execute();
    const notice = { userId: maya.userId, topic: 'payment_failed', subject: '2026-11-23' } as const;
    await addNotice(app.db, { ...notice, now: await app.clock.now() });
    await addNotice(app.db, { ...notice, now: await app.clock.now() });
    return maya;
  }

  test('is told once, with the day until which the plan is kept', async () => {
    const maya = await aFailedPayment();
    await app.container.sendNotices();
    await app.container.sendNotices();
    expect(app.mails).toHaveLength(1);
    expect(app.mails[0]).toMatchObject({
      to: maya.email,
      subject: 'Your Tenfold payment failed: your plan is kept until 23 November 2026',
    });
    expect(app.mails[0]?.text).toContain('The last payment for your Pro plan did not go through.');
    expect(app.mails[0]?.text).toContain('http://localhost:3000/dashboard/billing');
  });

  test('and was made good before the mail is out is not told', async () => {
    await aFailedPayment();
    await app.db.updateTable('profiles').set({ subscription_status: 'active', plan_ends_at: null }).execute();
    await app.container.sendNotices();
    expect(app.mails).toEqual([]);
  });
});

test('the process stops when its mails are out', async () => {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(app.container.services.mail, 'send').mockImplementation(async (letter) => {
    await gate.promise;
    app.mails.push(letter);
  });
  await anybodyToTell();
  void app.container.sendNotices();
  const idle = app.container.services.notices.idle();
  gate.resolve();
  await idle;
  expect(app.mails).toHaveLength(1);
});
