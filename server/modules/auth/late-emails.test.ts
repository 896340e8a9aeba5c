import { beforeEach, expect, test, vi } from 'vitest';
import { endPauses } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

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
