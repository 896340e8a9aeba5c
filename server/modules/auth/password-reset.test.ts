import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FactorId, UserId } from '#db/types.gen.ts';
import { refusal } from '#tests/support/refusal.ts';
import { purge } from '#tests/support/jobs.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MAYA = { email: 'maya@fernandkiln.example', password: 'forty warm bowls' };
const NEW = 'fifty cold plates';
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
/** Notices, which jobs send, may come after it. */
const linkOf = () => tokenIn(app.emails.findLast(({ text }) => text.includes('token='))?.text);
const subjects = () => app.emails.map((mail) => mail.subject);

async function signedUp(browser: Browser = app.browser(), credentials = MAYA): Promise<Browser> {
  await browser.api.auth.signUp.mutate(credentials);
  await browser.api.auth.confirmEmail.mutate({ token: linkOf() });
  await app.container.jobs.idle();
  app.emails.length = 0;
  return browser;
}

async function resetLink(email = MAYA.email): Promise<string> {
  await app.browser().api.auth.requestPasswordReset.mutate({ email });
  return linkOf();
}

describe('a forgotten password', () => {
  test('is replaced through the link in the email, which signs in and ends every other session', async () => {
    const before = await signedUp();
    const token = await resetLink();
    expect(app.emails[0]).toMatchObject({ to: MAYA.email, subject: 'Reset your Tenfold password' });
    const browser = app.browser();
    await browser.api.auth.resetPassword.mutate({ token, password: NEW });
    expect((await browser.api.auth.session.query())?.user.email).toBe(MAYA.email);
    expect(await before.api.auth.session.query()).toBeNull();
    expect(await refusal(app.browser().api.auth.signIn.mutate(MAYA))).toBe('INVALID_CREDENTIALS');
    await app.browser().api.auth.signIn.mutate({ ...MAYA, password: NEW });
    await app.container.jobs.idle();
    expect(subjects()).toContain('Password reset with an email link: your Tenfold account');
  });

  test('gets known, unknown and unconfirmed addresses the same answer after the same work: as many statements, one email', async () => {
    await signedUp();
    await app.browser().api.auth.signUp.mutate({ ...MAYA, email: 'tomas@ledgerly.example' });
    app.emails.length = 0;
    const statements = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    const seen = [];
    for (const email of [MAYA.email, 'tomas@ledgerly.example', 'nobody@example.com']) {
      statements.mockClear();
      app.emails.length = 0;
      const answer = await app.browser().api.auth.requestPasswordReset.mutate({ email });
      seen.push({
        answer,
        statements: statements.mock.calls.length,
        emails: app.emails.length,
        to: app.emails[0]?.to === email,
      });
    }
    statements.mockRestore();
    expect(seen[0]).toMatchObject({ answer: { ok: true }, emails: 1, to: true });
    expect(seen[0]?.statements).toBeGreaterThan(1);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(app.emails[0]).toMatchObject({
      to: 'nobody@example.com',
      subject: 'No Tenfold account uses this email address',
    });
  });

  test('is emailed to the address as its owner spelled it, not as typed in the request', async () => {
    await signedUp(app.browser(), { ...MAYA, email: 'kim@fernandkiln.example' });
    const { requestPasswordReset } = app.browser().api.auth;
    await requestPasswordReset.mutate({ email: 'KIM@FernAndKiln.example' });
    expect(app.emails[0]?.to).toBe('kim@fernandkiln.example');
    // The Kelvin sign is a K to case-insensitive code, but a different mailbox to a mail server.
    expect(await refusal(requestPasswordReset.mutate({ email: '\u212Aim@fernandkiln.example' }))).toBe('INVALID_INPUT');
  });

  test('is replaced once, even if twenty requests use the link simultaneously', async () => {
    await signedUp();
    const token = await resetLink();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        refusal(app.browser().api.auth.resetPassword.mutate({ token, password: `${NEW} ${index}` })),
      ),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
    expect(results.filter((result) => result === 'LINK_INVALID')).toHaveLength(19);
    expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  test('can be replaced for an hour', async () => {
    await signedUp();
    const token = await resetLink();
    app.clock.advance(60 * 60_000);
    expect(await refusal(app.browser().api.auth.resetPassword.mutate({ token, password: NEW }))).toBe('LINK_INVALID');
  });

  test('cannot be replaced with a common one, and the link stays valid', async () => {
    await signedUp();
    const token = await resetLink();
    expect(await refusal(app.browser().api.auth.resetPassword.mutate({ token, password: 'password1' }))).toBe(
      'COMMON_PASSWORD',
    );
    await app.browser().api.auth.resetPassword.mutate({ token, password: NEW });
  });

  test('confirms the address when replaced: the trial begins, and a stranger’s sign-up can never take the account', async () => {
    await app.browser().api.auth.signUp.mutate({ ...MAYA, password: 'stranger danger' });
    const strangers = linkOf();
    const token = await resetLink();
    const browser = app.browser();
    await browser.api.auth.resetPassword.mutate({ token, password: NEW });
    expect((await browser.api.profile.get.query()).access).toMatchObject({ tier: 'ultimate', isInTrial: true });
    expect(await refusal(app.browser().api.auth.confirmEmail.mutate({ token: strangers }))).toBe('LINK_INVALID');
    expect(await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, password: 'stranger danger' }))).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  test('doesn’t replace the second factor', async () => {
    const maya = await signedUp();
    const { user } = (await maya.api.auth.session.query()) ?? {};
    const now = await app.clock.now();
    await app.db
      .insertInto('factors')
      .values({
        id: crypto.randomUUID() as FactorId, // reason: a new id gets its brand here
        user_id: user?.id as UserId, // reason: straight from the wire
        factor_type: 'phone',
        phone: '+4915112345678',
        friendly_name: 'Phone',
        status: 'verified',
        created_at: now,
        verified_at: now,
      })
      .execute();
    const browser = app.browser();
    await browser.api.auth.resetPassword.mutate({ token: await resetLink(), password: NEW });
    expect(await browser.api.auth.session.query()).toMatchObject({ needsSecondFactor: true });
    expect(await refusal(browser.api.profile.get.query())).toBe('SECOND_FACTOR_NEEDED');
  });

  test('lets someone in where wrong passwords had paused them', async () => {
    await signedUp();
    for (let guess = 0; guess < 11; guess += 1)
      await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, password: `wrong ${guess}` }));
    await app.browser().api.auth.resetPassword.mutate({ token: await resetLink(), password: NEW });
    await app.browser().api.auth.signIn.mutate({ ...MAYA, password: NEW });
  });

  test('earns five links an hour per mailbox, however it is spelled', async () => {
    const ask = (email: string) => refusal(app.browser().api.auth.requestPasswordReset.mutate({ email }));
    const results = [];
    for (const tag of ['a', 'b', 'c', 'd', 'e', 'f']) results.push(await ask(`maya.l+${tag}@gmail.com`));
    expect(results).toEqual([...Array.from({ length: 5 }, () => 'accepted'), 'TOO_MANY_ATTEMPTS']);
    app.clock.advance(60 * 60_000);
    expect(await ask('mayal@gmail.com')).toBe('accepted');
  });

  test('is replaced at our own address, whatever host a request names', async () => {
    await signedUp();
    await app.app.request('http://evil.example/trpc/auth.requestPasswordReset', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      body: JSON.stringify({ email: MAYA.email }),
    });
    const { text, html } = app.emails[0] ?? { text: '', html: '' };
    expect(text).toContain('http://localhost:3000/auth/reset?token=');
    expect(text + html).not.toContain('evil.example');
  });
});

describe('a resent confirmation link', () => {
  const resend = (email = MAYA.email) => app.browser().api.auth.resendConfirmation.mutate({ email });

  test('comes with the password and the plan of the sign-up', async () => {
    await app.browser().api.auth.signUp.mutate({ ...MAYA, planChoice: { plan: 'pro', priceId: 'pro_annual' } });
    await resend();
    expect(subjects()).toEqual(['Confirm your email for Tenfold', 'Confirm your email for Tenfold']);
    const { planChoice } = await app.browser().api.auth.confirmEmail.mutate({ token: linkOf() });
    expect(planChoice).toEqual({ plan: 'pro', priceId: 'pro_annual' });
    await app.browser().api.auth.signIn.mutate(MAYA);
  });

  test('gets the same answer for a known, an unknown and a confirmed address, with one email each', async () => {
    await signedUp();
    const answers = [await resend(), await resend('nobody@example.com')];
    expect(answers).toEqual([
      { ok: true, isLate: false },
      { ok: true, isLate: false },
    ]);
    expect(app.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [MAYA.email, 'Your Tenfold account is ready'],
      ['nobody@example.com', 'No Tenfold account uses this email address'],
    ]);
  });

  test('never carries a stranger’s password: after two sign-ups the mailbox’s owner chooses one', async () => {
    await app.browser().api.auth.signUp.mutate(MAYA);
    await app.browser().api.auth.signUp.mutate({ ...MAYA, password: 'stranger danger' });
    await resend();
    expect(app.emails.findLast(({ text }) => text.includes('token='))?.subject).toBe('Reset your Tenfold password');
    await app.browser().api.auth.resetPassword.mutate({ token: linkOf(), password: NEW });
    expect(await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, password: 'stranger danger' }))).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  test('does not keep an unconfirmed address, or anything pending for it, beyond thirty days', async () => {
    await app.browser().api.auth.signUp.mutate(MAYA);
    app.clock.advance(29 * 86_400_000);
    await purge(app);
    expect(await refusal(app.browser().api.auth.signIn.mutate(MAYA))).toBe('EMAIL_NOT_CONFIRMED');
    app.clock.advance(30 * 86_400_000 + 1);
    await purge(app);
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([]);
    await signedUp();
  });
});
