import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const MINUTE_MS = 60_000;
const client = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const log = () => app.container.services.securityLog;
const waiting = async () =>
  (await app.db.selectFrom('security_events').select('mail_to').where('mail_to', 'is not', null).execute()).length;

/** A mail server that takes nothing until the test lets it. */
function deadMailServer() {
  let isDead = true;
  const send = vi.spyOn(app.container.services.mail, 'send').mockImplementation(async (letter) => {
    if (isDead) throw new Error('the mail server does not answer');
    app.mails.push(letter);
  });
  return { send, revive: () => void (isDead = false) };
}

describe('a mail server that is down', () => {
  test('does not make a change fail, and the notice goes out when it is back', async () => {
    const server = deadMailServer();
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    await log().idle();
    expect((await maya.api.account.get.query()).hasPassword).toBe(true);
    expect(await waiting()).toBe(1);
    server.revive();
    app.clock.advance(6 * MINUTE_MS);
    await app.container.purge();
    expect(app.mails.map((mail) => mail.subject)).toEqual(['Password set: your Tenfold account']);
    // It is late, and says when it happened, not "now".
    expect(app.mails[0]?.text).toContain('When: Monday 16 November 2026, 09:00 UTC');
    expect(app.mails[0]?.text).not.toMatch(/just now|moment ago/i);
    expect(await waiting()).toBe(0);
  });

  test('is not asked again and again for everybody in one go', async () => {
    const server = deadMailServer();
    const maya = await aPerson(app);
    for (let index = 0; index < 30; index += 1)
      await log().add(app.db, { userId: maya.userId, kind: 'password_changed', client }, maya.email);
    await app.container.purge();
    expect(server.send.mock.calls.length).toBeLessThanOrEqual(10);
    server.revive();
    app.clock.advance(6 * MINUTE_MS);
    await app.container.purge();
    expect(app.mails).toHaveLength(30);
  });

  test('for more than a day: the notice is given up, and its address forgotten', async () => {
    deadMailServer();
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    await log().idle();
    app.clock.advance(24 * 60 * MINUTE_MS + 1);
    await app.container.purge();
    expect(await waiting()).toBe(0);
    expect(app.mails).toEqual([]);
  });
});

test('a mail server that is slow does not make anybody wait', async () => {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(app.container.services.mail, 'send').mockImplementation(async (letter) => {
    await gate.promise;
    app.mails.push(letter);
  });
  const maya = await aPerson(app);
  await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
  expect(app.mails).toEqual([]);
  gate.resolve();
  await log().idle();
  expect(app.mails).toHaveLength(1);
});

test('each notice goes out once, however many processes look for it', async () => {
  const maya = await aPerson(app);
  for (let index = 0; index < 25; index += 1)
    await log().add(
      app.db,
      { userId: maya.userId, kind: 'password_changed', client, detail: String(index) },
      maya.email,
    );
  await Promise.all([...Array.from({ length: 8 }, () => log().sweep()), log().tell(maya.userId)]);
  await log().idle();
  expect(app.mails).toHaveLength(25);
});

test('a notice that a dead process had taken is sent by another', async () => {
  const maya = await aPerson(app);
  await log().add(app.db, { userId: maya.userId, kind: 'password_changed', client }, maya.email);
  await app.db
    .updateTable('security_events')
    .set({ mail_tried_at: await app.clock.now() })
    .execute();
  await log().sweep();
  expect(app.mails).toEqual([]);
  app.clock.advance(6 * MINUTE_MS);
  await log().sweep();
  expect(app.mails).toHaveLength(1);
});

test('the time is the owner’s, with the name of its zone, and device and address are told', async () => {
  const maya = await aPerson(app);
  await maya.api.profile.updatePreferences.mutate({ language: '', timeZone: 'Asia/Tokyo', mailsAboutSignIns: true });
  await log().add(app.db, { userId: maya.userId, kind: 'passkey_added', client, detail: 'Laptop' }, maya.email);
  await log().tell(maya.userId);
  await log().idle();
  const { text } = app.mails[0] ?? { text: '' };
  expect(text).toContain('A passkey was added to your account (Laptop).');
  expect(text).toMatch(/When: Monday 16 November 2026, 18:00 \S+ \(Asia\/Tokyo\)/);
  expect(text).toContain('Device: Firefox on Windows');
  expect(text).toContain('IP address: 203.0.113.7');
});
