import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EMAIL_DELAY_MS } from '#contract/notifications.ts';
import { endPauses, leaveOneRetry, sendEmails, unfinishedJobs } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
const subjects = () => app.emails.map(({ subject }) => subject);
const unsent = async () =>
  (await app.db.selectFrom('notices').select('topic').where('emailed_at', 'is', null).execute()).length;

/** A person near the limit of messages: one email is due. */
async function aPersonToNotify() {
  const person = await aPerson(app);
  await app.container.services.usage.track(person.userId, 'messages', 45);
  app.clock.advance(EMAIL_DELAY_MS);
  return person;
}

function deadMailServer() {
  let isDead = true;
  const send = vi.spyOn(app.container.services.mail, 'send').mockImplementation(async (email) => {
    if (isDead) throw new Error('the mail server does not answer');
    app.emails.push(email);
  });
  return { send, revive: () => void (isDead = false) };
}

describe('a mail server that is down', () => {
  test('gets the notice when it is back, once', async () => {
    const server = deadMailServer();
    await aPersonToNotify();
    await sendEmails(app);
    await sendEmails(app);
    expect(server.send).toHaveBeenCalledTimes(1);
    server.revive();
    await sendEmails(app);
    expect(subjects(), 'not before the pause is over').toEqual([]);
    await endPauses(app.db);
    await sendEmails(app);
    await sendEmails(app);
    expect(subjects()).toHaveLength(1);
    expect(await unsent()).toBe(0);
  });

  test('keeps nobody from getting their notice afterwards', async () => {
    const server = deadMailServer();
    for (let index = 0; index < 25; index += 1) await aPersonToNotify();
    await sendEmails(app);
    server.revive();
    await endPauses(app.db);
    await sendEmails(app);
    expect(new Set(app.emails.map(({ to }) => to)).size).toBe(25);
    expect(app.emails).toHaveLength(25);
  });

  test('for more than a day leaves the email to an operator, and the notice in the app stays', async () => {
    deadMailServer();
    const maya = await aPersonToNotify();
    await sendEmails(app);
    await leaveOneRetry(app.db);
    await sendEmails(app);
    expect(await unfinishedJobs(app.db)).toMatchObject([
      { queue: 'notice-email', state: 'failed' },
      { queue: 'dead-letters' },
    ]);
    expect((await maya.api.usage.overview.query()).warnings).toHaveLength(1);
  });

  test('until a trial is over announces its end, not that it is near', async () => {
    const server = deadMailServer();
    await aPerson(app, { plan: 'trial' });
    app.clock.set('2026-11-23T08:00:00Z');
    await sendEmails(app);
    server.revive();
    await endPauses(app.db);
    app.clock.set('2026-11-23T09:06:00Z');
    await sendEmails(app);
    expect(subjects()).toEqual(['Your Tenfold trial has ended']);
  });
});

test('several processes send each notice once', async () => {
  const other = await createTestApp({ keepData: true });
  for (let index = 0; index < 25; index += 1) await aPersonToNotify();
  for (let index = 0; index < 5; index += 1) await aPerson(app, { plan: 'trial' });
  for (const one of [app, other]) one.clock.set('2026-11-16T12:00:00Z');
  const places = [app, other, app, other, app, other];
  await Promise.all(places.map((place) => sendEmails(place)));
  expect(app.emails.length + other.emails.length).toBe(25);
  for (const one of [app, other]) one.clock.set('2026-11-23T12:00:00Z');
  await Promise.all(places.map((place) => sendEmails(place)));
  const ended = [...app.emails, ...other.emails].filter(({ subject }) => subject === 'Your Tenfold trial has ended');
  expect(new Set(ended.map(({ to }) => to)).size).toBe(5);
  expect(ended).toHaveLength(5);
});

test('the process stops when its emails are out', async () => {
  const gate = Promise.withResolvers<void>();
  const send = vi.spyOn(app.container.services.mail, 'send').mockImplementation(async (email) => {
    await gate.promise;
    app.emails.push(email);
  });
  await aPersonToNotify();
  const sending = sendEmails(app);
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), { timeout: 10_000 });
  const idle = app.container.jobs.idle();
  gate.resolve();
  await idle;
  expect(app.emails).toHaveLength(1);
  await sending;
});
