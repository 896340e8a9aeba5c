import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FactorId, UserId } from '#db/types.gen.ts';
import { refusal } from '#tests/support/chat.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MAYA = { email: 'maya@fernandkiln.example', password: 'forty warm bowls' };
const NEW = 'fifty cold plates';
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const linkOf = () => tokenIn(app.mails.at(-1)?.text);
const subjects = () => app.mails.map((mail) => mail.subject);

async function signedUp(browser: Browser = app.browser(), credentials = MAYA): Promise<Browser> {
  await browser.api.auth.signUp.mutate(credentials);
  await browser.api.auth.confirmEmail.mutate({ token: linkOf() });
  await app.container.services.securityLog.idle();
  app.mails.length = 0;
  return browser;
}

async function resetLink(email = MAYA.email): Promise<string> {
  await app.browser().api.auth.requestPasswordReset.mutate({ email });
  return linkOf();
}

describe('a forgotten password', () => {
  test('is replaced by the link in the mail, which signs in and ends every other session', async () => {
    const before = await signedUp();
    const token = await resetLink();
    expect(app.mails[0]).toMatchObject({ to: MAYA.email, subject: 'Choose a new password for Tenfold' });
    const browser = app.browser();
    await browser.api.auth.resetPassword.mutate({ token, password: NEW });
    expect((await browser.api.auth.session.query())?.user.email).toBe(MAYA.email);
    expect(await before.api.auth.session.query()).toBeNull();
    expect(await refusal(app.browser().api.auth.signIn.mutate(MAYA))).toBe('INVALID_CREDENTIALS');
    await app.browser().api.auth.signIn.mutate({ ...MAYA, password: NEW });
    await app.container.services.securityLog.idle();
    expect(subjects()).toContain('Password reset by a link in a mail: your Tenfold account');
  });

  test('known, unknown and unconfirmed addresses get the same answer after the same work: as many statements, one mail', async () => {
    await signedUp();
    await app.browser().api.auth.signUp.mutate({ ...MAYA, email: 'tomas@ledgerly.example' });
    app.mails.length = 0;
    const statements = vi.spyOn(app.db.getExecutor(), 'executeQuery');
    const seen = [];
    for (const email of [MAYA.email, 'tomas@ledgerly.example', 'nobody@example.com']) {
      statements.mockClear();
      app.mails.length = 0;
      const answer = await app.browser().api.auth.requestPasswordReset.mutate({ email });
      seen.push({
        answer,
        statements: statements.mock.calls.length,
        mails: app.mails.length,
        to: app.mails[0]?.to === email,
      });
    }
    statements.mockRestore();
    expect(seen[0]).toMatchObject({ answer: { ok: true }, mails: 1, to: true });
    expect(seen[0]?.statements).toBeGreaterThan(1);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(app.mails[0]).toMatchObject({
      to: 'nobody@example.com',
      subject: 'There is no Tenfold account with this address',
    });
  });

  test('goes to the address as its owner wrote it, not as the asker did', async () => {
    await signedUp(app.browser(), { ...MAYA, email: 'kim@fernandkiln.example' });
    // The Kelvin sign is a K to a computer that ignores case, and another mailbox to the post.
    await app.browser().api.auth.requestPasswordReset.mutate({ email: '\u212Aim@fernandkiln.example' });
    expect(app.mails[0]?.to).toBe('kim@fernandkiln.example');
  });

  test('one link used by twenty at once works once', async () => {
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

  test('a link works for an hour', async () => {
    await signedUp();
    const token = await resetLink();
    app.clock.advance(60 * 60_000);
    expect(await refusal(app.browser().api.auth.resetPassword.mutate({ token, password: NEW }))).toBe('LINK_INVALID');
  });

  test('a common password is refused, and the link is still good for a better one', async () => {
    await signedUp();
    const token = await resetLink();
    expect(await refusal(app.browser().api.auth.resetPassword.mutate({ token, password: 'password1' }))).toBe(
      'COMMON_PASSWORD',
    );
    await app.browser().api.auth.resetPassword.mutate({ token, password: NEW });
  });

  test('confirms the address too: the trial begins, and a stranger’s sign-up with it can never take the account', async () => {
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

  test('a second factor is still owed after it', async () => {
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

  test('opens a paused account again', async () => {
    await signedUp();
    for (let guess = 0; guess < 11; guess += 1)
      await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, password: `wrong ${guess}` }));
    await app.browser().api.auth.resetPassword.mutate({ token: await resetLink(), password: NEW });
    await app.browser().api.auth.signIn.mutate({ ...MAYA, password: NEW });
  });

  test('five links an hour for one mailbox, however it is spelt', async () => {
    const ask = (email: string) => refusal(app.browser().api.auth.requestPasswordReset.mutate({ email }));
    const results = [];
    for (const tag of ['a', 'b', 'c', 'd', 'e', 'f']) results.push(await ask(`maya.l+${tag}@gmail.com`));
    expect(results).toEqual([...Array.from({ length: 5 }, () => 'accepted'), 'TOO_MANY_ATTEMPTS']);
    app.clock.advance(60 * 60_000);
    expect(await ask('mayal@gmail.com')).toBe('accepted');
  });

  test('the link is built from our own address, whatever a request says', async () => {
    await signedUp();
    await app.app.request('http://evil.example/trpc/auth.requestPasswordReset', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      body: JSON.stringify({ email: MAYA.email }),
    });
    const { text, html } = app.mails[0] ?? { text: '', html: '' };
    expect(text).toContain('http://localhost:3000/auth/reset?token=');
    expect(text + html).not.toContain('evil.example');
  });
});

describe('the confirmation link once more', () => {
  const resend = (email = MAYA.email) => app.browser().api.auth.resendConfirmation.mutate({ email });

  test('comes with the password and the plan of the sign-up', async () => {
    await app.browser().api.auth.signUp.mutate({ ...MAYA, planChoice: { plan: 'pro', priceId: 'pro_annual' } });
    await resend();
    expect(subjects()).toEqual(['Confirm your email for Tenfold', 'Confirm your email for Tenfold']);
    const { planChoice } = await app.browser().api.auth.confirmEmail.mutate({ token: linkOf() });
    expect(planChoice).toEqual({ plan: 'pro', priceId: 'pro_annual' });
    await app.browser().api.auth.signIn.mutate(MAYA);
  });

  test('says the same to a known, an unknown and a confirmed address, with one mail each', async () => {
    await signedUp();
    const answers = [await resend(), await resend('nobody@example.com')];
    expect(answers).toEqual([{ ok: true }, { ok: true }]);
    expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [MAYA.email, 'Your Tenfold account is open'],
      ['nobody@example.com', 'There is no Tenfold account with this address'],
    ]);
  });

  test('never carries a stranger’s password: after two sign-ups the mailbox’s owner chooses one', async () => {
    await app.browser().api.auth.signUp.mutate(MAYA);
    await app.browser().api.auth.signUp.mutate({ ...MAYA, password: 'stranger danger' });
    await resend();
    expect(app.mails.at(-1)?.subject).toBe('Choose a new password for Tenfold');
    await app.browser().api.auth.resetPassword.mutate({ token: linkOf(), password: NEW });
    expect(await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, password: 'stranger danger' }))).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  test('an address that nobody confirmed is forgotten after thirty days, with what waited for it', async () => {
    await app.browser().api.auth.signUp.mutate(MAYA);
    app.clock.advance(29 * 86_400_000);
    await app.container.purge();
    expect(await refusal(app.browser().api.auth.signIn.mutate(MAYA))).toBe('EMAIL_NOT_CONFIRMED');
    app.clock.advance(30 * 86_400_000 + 1);
    await app.container.purge();
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([]);
    await signedUp();
  });
});

test('somebody whose account is paused by wrong passwords is told, once', async () => {
  await signedUp();
  for (let guess = 0; guess < 14; guess += 1)
    await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, password: `wrong ${guess}` }));
  await app.container.services.securityLog.idle();
  expect(subjects()).toEqual(['Sign-in paused after too many wrong attempts: your Tenfold account']);
});
