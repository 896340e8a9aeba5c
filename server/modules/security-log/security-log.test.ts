import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endPauses, leaveOneRetry, purge, sendEmails, unfinishedJobs } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { useUp } from '#tests/support/usage.ts';

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
  (await app.db.selectFrom('security_events').select('email_to').where('email_to', 'is not', null).execute()).length;

/** A mail server that accepts nothing until the test allows it. */
function deadMailServer() {
  let isDead = true;
  const send = vi.spyOn(app.container.services.mail, 'send').mockImplementation(async (email) => {
    if (isDead) throw new Error('the mail server does not answer');
    app.emails.push(email);
  });
  return { send, revive: () => void (isDead = false) };
}

describe('a mail server that is down', () => {
  test('does not make a change fail, and the notice goes out when it is back', async () => {
    const server = deadMailServer();
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    await app.container.jobs.idle();
    expect((await maya.api.account.get.query()).hasPassword).toBe(true);
    expect(await waiting()).toBe(1);
    server.revive();
    app.clock.advance(6 * MINUTE_MS);
    await endPauses(app.db);
    await sendEmails(app);
    expect(app.emails.map((mail) => mail.subject)).toEqual(['Password set: your Tenfold account']);
    // The notice is late, and says when the event happened, not "now".
    expect(app.emails[0]?.text).toContain('When: Monday, November 16, 2026, 9:00 AM UTC');
    expect(app.emails[0]?.text).not.toMatch(/just now|moment ago/i);
    expect(await waiting()).toBe(0);
  });

  test('for more than a day leaves the notice to an operator, and its address is deleted after a week', async () => {
    deadMailServer();
    const maya = await aPerson(app);
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    await app.container.jobs.idle();
    await leaveOneRetry(app.db);
    await sendEmails(app);
    expect(await unfinishedJobs(app.db)).toMatchObject([{ queue: 'security-email' }, { queue: 'dead-letters' }]);
    expect(await waiting()).toBe(1);
    app.clock.advance(7 * 24 * 60 * MINUTE_MS + 1);
    await purge(app);
    expect(await waiting()).toBe(0);
    expect(app.emails).toEqual([]);
  });
});

test('a slow mail server does not make anyone wait', async () => {
  const gate = Promise.withResolvers<void>();
  vi.spyOn(app.container.services.mail, 'send').mockImplementation(async (email) => {
    await gate.promise;
    app.emails.push(email);
  });
  const maya = await aPerson(app);
  await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
  expect(app.emails).toEqual([]);
  gate.resolve();
  await app.container.jobs.idle();
  expect(app.emails).toHaveLength(1);
});

test('past the day’s limit, an email about the account’s security is sent on the next day, and the bell has it at once', async () => {
  const maya = await aPerson(app, { plan: 'free' });
  await useUp(app, maya.userId, 'security_emails');
  await maya.api.account.askDeletion.mutate();
  await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
  await app.container.jobs.idle();
  // This one is never delayed: an intruder may have set the password.
  expect(app.emails.map(({ subject }) => subject)).toEqual(['Password set: your Tenfold account']);
  expect((await maya.api.notifications.list.query()).items).toHaveLength(2);
  app.clock.advance(24 * 60 * MINUTE_MS);
  await sendEmails(app);
  expect(app.emails).toHaveLength(2);
  expect(app.emails[1]?.text).toContain('will be deleted');
});

test('an account that makes too many events keeps the newest', async () => {
  const [maya, tomas] = [await aPerson(app), await aPerson(app)];
  await log().add(app.db, { userId: tomas.userId, kind: 'password_set', client }, null);
  const now = await app.clock.now();
  await sql`
    insert into security_events (user_id, id, kind, detail, ip_address, user_agent, happened_at)
    select ${maya.userId}::uuid, gen_random_uuid(), 'session_ended', '', '', '', ${now}::timestamptz - n * interval '1 second'
    from generate_series(1, 10010) n`.execute(app.db);
  await purge(app);
  const kept = await app.db
    .selectFrom('security_events')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
    .groupBy('user_id')
    .execute();
  expect(new Map(kept.map((row) => [row.user_id, row.count]))).toEqual(
    new Map([
      [maya.userId, 10_000],
      [tomas.userId, 1],
    ]),
  );
});

test('each notice goes out once, however many processes look for it', async () => {
  const maya = await aPerson(app);
  for (let index = 0; index < 25; index += 1)
    await log().add(
      app.db,
      { userId: maya.userId, kind: 'password_changed', client, detail: String(index) },
      maya.email,
    );
  log().emailNotices();
  await Promise.all(Array.from({ length: 8 }, () => sendEmails(app)));
  await app.container.jobs.idle();
  expect(app.emails).toHaveLength(25);
});

test('the email names the device, the address and the time in the owner’s time zone', async () => {
  const maya = await aPerson(app);
  await maya.api.profile.updatePreferences.mutate({ language: '', timeZone: 'Asia/Tokyo', emailsAboutSignIns: true });
  await log().add(app.db, { userId: maya.userId, kind: 'passkey_added', client, detail: 'Laptop' }, maya.email);
  log().emailNotices();
  await app.container.jobs.idle();
  const { text } = app.emails[0] ?? { text: '' };
  expect(text).toContain('A passkey was added to your account (“Laptop”).');
  expect(text).toMatch(/When: Monday, November 16, 2026, 6:00 PM \S+ \(Asia\/Tokyo\)/);
  expect(text).toContain('Device: Firefox on Windows');
  expect(text).toContain('IP address: 203.0.113.7');
});

test('a warning leads to a page that secures the account, at an address that was replaced, too', async () => {
  const maya = await aPerson(app);
  for (const kind of ['passkey_added', 'email_changed'] as const)
    await log().add(app.db, { userId: maya.userId, kind, client }, maya.email);
  log().emailNotices();
  await app.container.jobs.idle();
  const leads = app.emails.map(({ subject, text }) => [subject, text.includes('/auth/forgot?notMe=true')]);
  expect(new Map(leads as [string, boolean][])).toEqual(
    new Map([
      ['Passkey added: your Tenfold account', true],
      ['Your Tenfold email address was changed', true],
    ]),
  );
});
