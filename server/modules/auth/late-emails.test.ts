import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { MAIL_LIMITS } from '#server/gateways/mail.ts';
import { createLog } from '#server/lib/log.ts';
import { endPauses, leaveOneRetry, purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createLateEmails, SETTLED_AFTER_MS } from './late-emails.ts';

const MAYA = { email: 'maya@fernandkiln.example', password: 'forty warm bowls' };
const DOWN = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), { code: 'ESOCKET' });
let app: TestApp;
/** Ends the mail server's outage. */
let recover: () => unknown;
beforeEach(async () => {
  app = await createTestApp();
  const down = vi.spyOn(app.container.services.mail, 'send').mockRejectedValue(DOWN);
  recover = () => down.mockRestore();
});

const sendLate = async () => {
  await endPauses(app.db);
  await app.container.jobs.runDue(['account-email']);
};
/** What the tables of jobs know about late emails, in every state. */
async function knownJobs() {
  const { rows } = await sql<{ text: string }>`
    select payload::text as text from scheduled_jobs where queue = 'account-email'
    union all select data::text from pgboss.job
    where name = 'account-email' or (name = 'dead-letters' and source_name = 'account-email')`.execute(app.db);
  return rows.map(({ text }) => text);
}
const linkIn = (text: string | undefined) => /token=([\w.~-]+)/.exec(text ?? '')?.[1] ?? '';

test('someone who signs up while the mail server is down is told that the email is late, and gets a working link later', async () => {
  const { api } = app.browser();
  expect(await api.auth.signUp.mutate(MAYA)).toEqual({ ok: true, isLate: true });
  await sendLate();
  recover();
  expect(app.emails).toEqual([]);
  await sendLate();
  expect(app.emails.map(({ to }) => to)).toEqual([MAYA.email]);
  await api.auth.confirmEmail.mutate({ token: linkIn(app.emails[0]?.text) });
  expect(await api.auth.session.query()).toMatchObject({ user: { email: MAYA.email } });
  await sendLate();
  expect(app.emails).toHaveLength(1);
});

test('a link to choose a new password is late in the same way, for a known and an unknown address alike', async () => {
  const { api } = app.browser();
  await api.auth.signUp.mutate(MAYA);
  for (const email of [MAYA.email, 'nobody@fernandkiln.example'])
    expect(await api.auth.requestPasswordReset.mutate({ email })).toEqual({ ok: true, isLate: true });
  recover();
  await sendLate();
  expect(app.emails.map(({ to }) => to).toSorted()).toEqual([MAYA.email, MAYA.email, 'nobody@fernandkiln.example']);
});

test('someone who asks several times while the mail server is down gets one email', async () => {
  const { api } = app.browser();
  await api.auth.signUp.mutate(MAYA);
  for (let count = 0; count < 3; count += 1)
    expect(await api.auth.resendConfirmation.mutate({ email: MAYA.email })).toEqual({ ok: true, isLate: true });
  recover();
  await sendLate();
  expect(app.emails).toHaveLength(1);
});

test('signing in with an address that isn’t confirmed says so while the mail server is down', async () => {
  const { api } = app.browser();
  await api.auth.signUp.mutate(MAYA);
  await expect(api.auth.signIn.mutate(MAYA)).rejects.toMatchObject({ data: { appCode: 'EMAIL_NOT_CONFIRMED' } });
});

test('a change of address that can’t be confirmed now is refused with the reason, and can be asked for again', async () => {
  recover();
  const maya = await aPerson(app);
  const down = vi.spyOn(app.container.services.mail, 'send').mockRejectedValue(DOWN);
  const change = () => maya.api.account.changeEmail.mutate({ email: 'maya@new.example' });
  expect(await refusal(change())).toBe('MAIL_UNAVAILABLE');
  down.mockRestore();
  expect(await refusal(change())).toBe('accepted');
});

const DAY_MS = 86_400_000;
const refusedWith = (code: string, responseCode: number) =>
  Object.assign(new Error(`${responseCode} refused`), { code, responseCode });

test.each([
  ['refuses our password', refusedWith('EAUTH', 535)],
  ['relays nothing for us', refusedWith('EENVELOPE', 550)],
])('someone who signs up while the mail server %s gets their link once that is mended', async (_, refused) => {
  recover();
  const down = vi.spyOn(app.container.services.mail, 'send').mockRejectedValue(refused);
  const { api } = app.browser();
  expect(await api.auth.signUp.mutate(MAYA)).toEqual({ ok: true, isLate: true });
  await sendLate();
  down.mockRestore();
  await sendLate();
  expect(app.emails.map(({ to }) => to)).toEqual([MAYA.email]);
});

test('a mailbox that turns out to be missing is done with', async () => {
  await app.browser().api.auth.requestPasswordReset.mutate({ email: MAYA.email });
  recover();
  app.missingMailboxes.add(MAYA.email);
  await sendLate();
  app.missingMailboxes.clear();
  await sendLate();
  expect(app.emails).toEqual([]);
});

/** A mail server that has the email and hasn't answered yet when the person is told that it is late. */
async function aSlowMailServer() {
  recover();
  const { sendOrSchedule } = createLateEmails({ db: app.db, clock: app.clock, log: createLog('silent') }, 1);
  const answer = Promise.withResolvers<void>();
  expect(await sendOrSchedule('reset', MAYA.email, () => answer.promise)).toEqual({ isLate: true });
  await sendLate();
  expect(app.emails).toEqual([]);
  return answer;
}

test('an email that a slow mail server takes after all isn’t sent a second time', async () => {
  const answer = await aSlowMailServer();
  answer.resolve();
  await expect.poll(knownJobs).toEqual([]);
  app.clock.advance(SETTLED_AFTER_MS);
  await sendLate();
  expect(app.emails).toEqual([]);
});

test('an email that a slow mail server refuses in the end is sent again at once', async () => {
  const answer = await aSlowMailServer();
  answer.reject(DOWN);
  await expect.poll(() => sendLate().then(() => app.emails.length)).toBe(1);
});

test('an email whose process has died while a slow mail server had it is sent when that must be over', async () => {
  await aSlowMailServer();
  expect(SETTLED_AFTER_MS).toBeGreaterThan(2 * MAIL_LIMITS.totalMs);
  app.clock.advance(SETTLED_AFTER_MS);
  await sendLate();
  expect(app.emails).toHaveLength(1);
});

test('nobody gets an email that they asked for more than a day ago', async () => {
  await app.browser().api.auth.requestPasswordReset.mutate({ email: MAYA.email });
  await sendLate();
  recover();
  app.clock.advance(DAY_MS + 1);
  await sendLate();
  expect(app.emails).toEqual([]);
});

test('an email that is given up leaves no dead letter with an address in it', async () => {
  await app.browser().api.auth.requestPasswordReset.mutate({ email: MAYA.email });
  await sendLate();
  await leaveOneRetry(app.db);
  await sendLate();
  const { rows } = await sql`
    select name, state from pgboss.job where singleton_key is not null and data ->> 'email' is not null`.execute(
    app.db,
  );
  expect(rows).toEqual([{ name: 'account-email', state: 'failed' }]);
});

test('nothing of a late email is left once the account is deleted', async () => {
  recover();
  const maya = await aPerson(app);
  const down = vi.spyOn(app.container.services.mail, 'send').mockRejectedValue(DOWN);
  await app.browser().api.auth.requestPasswordReset.mutate({ email: maya.email });
  await sendLate();
  down.mockRestore();
  expect(await knownJobs()).toEqual([expect.stringContaining(maya.email)]);
  await maya.api.account.askDeletion.mutate();
  app.clock.advance(40 * DAY_MS);
  await purge(app);
  expect(await knownJobs()).toEqual([]);
});

test('someone who asked once more, and got their link, gets no late one', async () => {
  const { api } = app.browser();
  await api.auth.signUp.mutate(MAYA);
  await sendLate();
  recover();
  expect(await api.auth.resendConfirmation.mutate({ email: MAYA.email })).toMatchObject({ ok: true });
  expect(app.emails).toHaveLength(1);
  await sendLate();
  expect(app.emails).toHaveLength(1);
});

test('someone who has chosen a new password gets no late email about their account', async () => {
  const { api } = app.browser();
  await api.auth.signUp.mutate(MAYA);
  await sendLate();
  recover();
  await api.auth.requestPasswordReset.mutate({ email: MAYA.email });
  await api.auth.resetPassword.mutate({ token: linkIn(app.emails[0]?.text), password: 'twenty cold bowls' });
  await sendLate();
  expect(await knownJobs()).toEqual([]);
});

test('a late email after a sign-up with the address of an account says what it would have said at once', async () => {
  recover();
  const maya = await aPerson(app);
  const signUp = () => app.browser().api.auth.signUp.mutate({ email: maya.email, password: MAYA.password });
  await signUp();
  const down = vi.spyOn(app.container.services.mail, 'send').mockRejectedValue(DOWN);
  await signUp();
  down.mockRestore();
  await sendLate();
  const [atOnce, late] = app.emails.slice(-2);
  expect(late).toMatchObject({ to: maya.email, subject: 'You already have a Tenfold account' });
  expect(late?.text).toBe(atOnce?.text);
});
