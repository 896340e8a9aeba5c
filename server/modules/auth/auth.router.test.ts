import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#server/lib/app-error.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import { createTestApp, TEST_SECRET, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MAYA = { email: 'maya@fernandkiln.example', password: 'forty warm bowls' };
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const sessionIn = (browser: Browser) => /session=([\w-]+)/.exec(browser.cookie())?.[1] ?? '';
const appCode = (error: unknown) => (error as { data?: { appCode?: string } }).data?.appCode; // reason: the wire's error shape
const refusal = (work: Promise<unknown>) => work.then(() => 'accepted', appCode);

async function signUpAndConfirm(browser = app.browser(), credentials = MAYA) {
  await browser.api.auth.signUp.mutate(credentials);
  await browser.api.auth.confirmEmail.mutate({
    token: tokenIn(app.emails.findLast(({ text }) => text.includes('token='))?.text),
  });
  return browser;
}

describe('signing up', () => {
  test('a new person gets an email, confirms, is signed in and has seven days of Ultimate', async () => {
    const browser = await signUpAndConfirm();
    expect(app.emails[0]).toMatchObject({ to: MAYA.email, subject: 'Confirm your email for Tenfold' });
    expect((await browser.api.auth.session.query())?.user.email).toBe(MAYA.email);
    const { access } = await browser.api.profile.get.query();
    expect(access).toMatchObject({ tier: 'ultimate', isInTrial: true, trialDaysLeft: 7 });
  });

  test('a known and an unknown address get the same answer and one email each', async () => {
    await signUpAndConfirm();
    const known = await app.browser().api.auth.signUp.mutate({ ...MAYA, password: 'another long one' });
    const unknown = await app.browser().api.auth.signUp.mutate({ ...MAYA, email: 'tomas@ledgerly.example' });
    expect(known).toEqual(unknown);
    expect(app.emails.slice(1).map((mail) => mail.subject)).toEqual([
      'You already have a Tenfold account',
      'Confirm your email for Tenfold',
    ]);
  });

  test.each([
    ['her own', 0],
    ['the stranger’s', 1],
  ])('if a stranger signed up too, %s link activates neither password: the owner chooses one', async (_, used) => {
    await app.browser().api.auth.signUp.mutate(MAYA);
    await app.browser().api.auth.signUp.mutate({ ...MAYA, password: 'stranger danger' });
    const links = app.emails.map((mail) => tokenIn(mail.text));
    const confirm = (index: number) =>
      refusal(app.browser().api.auth.confirmEmail.mutate({ token: links[index] ?? '' }));
    expect(await confirm(used)).toBe('PASSWORD_WANTED');
    expect(await confirm(1 - used)).toBe('LINK_INVALID');
    for (const password of [MAYA.password, 'stranger danger'])
      expect(await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, password }))).toBe('INVALID_CREDENTIALS');
    expect(app.emails.findLast(({ text }) => text.includes('token='))?.text).toContain('/auth/reset?token=');
    const maya = app.browser();
    await maya.api.auth.resetPassword.mutate({
      token: tokenIn(app.emails.findLast(({ text }) => text.includes('token='))?.text),
      password: 'sixty cold plates',
    });
    expect((await maya.api.profile.get.query()).access.isInTrial).toBe(true);
  });

  test('signing up twice with the same password makes one person, and either link works', async () => {
    await app.browser().api.auth.signUp.mutate(MAYA);
    await app.browser().api.auth.signUp.mutate(MAYA);
    await app.browser().api.auth.confirmEmail.mutate({ token: tokenIn(app.emails[0]?.text) });
    await app.browser().api.auth.signIn.mutate(MAYA);
  });

  test('a link works once and for a day', async () => {
    await app.browser().api.auth.signUp.mutate(MAYA);
    const token = tokenIn(app.emails[0]?.text);
    app.clock.advance(24 * 3_600_000);
    expect(await refusal(app.browser().api.auth.confirmEmail.mutate({ token }))).toBe('LINK_INVALID');
    await app.browser().api.auth.signUp.mutate(MAYA);
    const fresh = tokenIn(app.emails[1]?.text);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => refusal(app.browser().api.auth.confirmEmail.mutate({ token: fresh }))),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
  });

  test('confirmation returns the plan that was chosen', async () => {
    await app.browser().api.auth.signUp.mutate({ ...MAYA, planChoice: { plan: 'pro', priceId: 'pro_annual' } });
    const { planChoice } = await app.browser().api.auth.confirmEmail.mutate({ token: tokenIn(app.emails[0]?.text) });
    expect(planChoice).toEqual({ plan: 'pro', priceId: 'pro_annual' });
  });

  test('the email’s link leads back to the requested page, in any browser', async () => {
    const redirect = '/checkout?plan=starter&billing=quarterly&discount=first-time';
    await app.browser().api.auth.signUp.mutate({ ...MAYA, redirect });
    const brought = await app.browser().api.auth.confirmEmail.mutate({ token: tokenIn(app.emails[0]?.text) });
    expect(brought).toEqual({ planChoice: null, redirect });
  });

  test('the link in the email never leads to another site', async () => {
    await app.browser().api.auth.signUp.mutate({ ...MAYA, redirect: 'https://evil.example/checkout' });
    const brought = await app.browser().api.auth.confirmEmail.mutate({ token: tokenIn(app.emails[0]?.text) });
    expect(brought.redirect).toBeNull();
  });

  test('one mailbox gets one trial, however it is spelled', async () => {
    await signUpAndConfirm(app.browser(), { ...MAYA, email: 'maya.l@gmail.com' });
    const second = await signUpAndConfirm(app.browser(), { ...MAYA, email: 'MayaL+again@gmail.com' });
    expect((await second.api.profile.get.query()).access).toMatchObject({ tier: 'free', status: 'none' });
  });

  test.each(['t@gmail.com>', 't\u200b@gmail.com', 't@gma\u00adil.com', 't@ｇmail.com', 'someone@gmail.com.'])(
    'an address that the mail server would alter or refuse, like %j, is refused with the usual sentence, and nothing is written',
    async (email) => {
      const answer = await app
        .browser()
        .api.auth.signUp.mutate({ ...MAYA, email })
        .then(() => 'accepted', String);
      expect(answer).toContain('Please enter a valid email address');
      for (const path of ['signup', 'recover', 'resend']) {
        const body = JSON.stringify({ ...MAYA, email, type: 'signup' });
        const headers = { 'content-type': 'application/json' };
        expect((await app.app.request(`/auth/v1/${path}`, { method: 'POST', headers, body })).status).toBe(400);
      }
      for (const table of ['users', 'email_links', 'attempt_counters'] as const)
        expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
      expect(app.emails).toEqual([]);
    },
  );

  test('a new master key does not give anyone a second trial', async () => {
    await signUpAndConfirm();
    await app.db.deleteFrom('users').execute();
    const renewed = await createTestApp({
      keepData: true,
      environment: { APP_SECRET_PREVIOUS: TEST_SECRET },
      secret: 'the next secret for tests, just as long',
    });
    app = renewed;
    const again = await signUpAndConfirm(renewed.browser());
    expect((await again.api.profile.get.query()).access.status).toBe('none');
  });

  test.each([
    ['short', '1234567'],
    ['too long', 'x'.repeat(129)],
  ])('a password that is %s is refused', async (_, password) => {
    expect(await refusal(app.browser().api.auth.signUp.mutate({ ...MAYA, password }))).toBe('INVALID_INPUT');
  });

  test.each(['password1', 'QWERTYUIOP', 'aaaaaaaaaa', 'abcabcabc'])(
    'the common password %s is refused with a reason',
    async (password) => {
      expect(await refusal(app.browser().api.auth.signUp.mutate({ ...MAYA, password }))).toBe('COMMON_PASSWORD');
      expect(app.emails).toEqual([]);
    },
  );
});

describe('signing in', () => {
  test('works with any spelling of the address and lasts until sign-out', async () => {
    await signUpAndConfirm();
    const browser = app.browser();
    await browser.api.auth.signIn.mutate({ ...MAYA, email: MAYA.email.toUpperCase() });
    expect(await browser.api.auth.session.query()).not.toBeNull();
    await browser.api.auth.signOut.mutate();
    expect(await browser.api.auth.session.query()).toBeNull();
    expect(await app.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  test('an unknown address and a wrong password get the same answer', async () => {
    await signUpAndConfirm();
    const answerFor = (email: string) =>
      app
        .browser()
        .api.auth.signIn.mutate({ email, password: 'not this one' })
        .then(() => '', String);
    expect(await answerFor(MAYA.email)).toBe(await answerFor('nobody@example.com'));
  });

  test('before confirmation the right password sends a new link, the wrong one does not', async () => {
    await app.browser().api.auth.signUp.mutate(MAYA);
    expect(await refusal(app.browser().api.auth.signIn.mutate(MAYA))).toBe('EMAIL_NOT_CONFIRMED');
    expect(app.emails).toHaveLength(2);
    expect(await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, password: 'not this one' }))).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(app.emails).toHaveLength(2);
  });

  test('again in the same browser ends the session it had before, even another person’s, and no other', async () => {
    const elsewhere = await signUpAndConfirm();
    const browser = app.browser();
    await browser.api.auth.signIn.mutate(MAYA);
    const replaced = app.browser({ cookie: browser.cookie() });
    await browser.api.auth.signIn.mutate(MAYA);
    expect(await replaced.api.auth.session.query()).toBeNull();
    const mayas = app.browser({ cookie: browser.cookie() });
    const tomas = { ...MAYA, email: 'tomas@ledgerly.example' };
    await signUpAndConfirm(browser, tomas);
    expect(await mayas.api.auth.session.query()).toBeNull();
    expect((await browser.api.auth.session.query())?.user.email).toBe(tomas.email);
    expect(await elsewhere.api.auth.session.query()).not.toBeNull();
    await refusal(browser.api.auth.signIn.mutate({ ...MAYA, password: 'not this one' }));
    expect(await browser.api.auth.session.query(), 'a failed sign-in ends nothing').not.toBeNull();
  });
});

describe('while the server has more passwords to hash than it can handle', () => {
  /** A queue that is always full and records who asked. */
  function crowded() {
    const asked: string[] = [];
    const passwords: PasswordQueue = {
      inTurn: async ({ address }) => {
        asked.push(address);
        throw new AppError('SERVER_BUSY');
      },
    };
    return { asked, passwords };
  }

  test('a sign-up is refused and leaves nothing behind', async () => {
    app = await createTestApp({ passwords: crowded().passwords });
    expect(await refusal(app.browser().api.auth.signUp.mutate(MAYA))).toBe('SERVER_BUSY');
    expect(await app.db.selectFrom('users').select('id').execute()).toEqual([]);
    expect(await app.db.selectFrom('email_links').select('user_id').execute()).toEqual([]);
    expect(app.emails).toEqual([]);
  });

  test('a known and an unknown address are refused alike', async () => {
    await signUpAndConfirm();
    app = await createTestApp({ passwords: crowded().passwords, keepData: true });
    for (const email of [MAYA.email, 'nobody@example.com'])
      expect(await refusal(app.browser().api.auth.signIn.mutate({ ...MAYA, email }))).toBe('SERVER_BUSY');
  });

  test('a refusal doesn’t count against an account’s attempts', async () => {
    await signUpAndConfirm();
    app = await createTestApp({ passwords: crowded().passwords, keepData: true });
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect(await refusal(app.browser().api.auth.signIn.mutate(MAYA))).toBe('SERVER_BUSY');
    app = await createTestApp({ keepData: true });
    expect(await refusal(app.browser().api.auth.signIn.mutate(MAYA))).toBe('accepted');
  });

  test('a link for a new password stays good', async () => {
    await signUpAndConfirm();
    await app.browser().api.auth.requestPasswordReset.mutate({ email: MAYA.email });
    const reset = {
      token: tokenIn(app.emails.findLast(({ text }) => text.includes('token='))?.text),
      password: 'sixty cold plates',
    };
    app = await createTestApp({ passwords: crowded().passwords, keepData: true });
    expect(await refusal(app.browser().api.auth.resetPassword.mutate(reset))).toBe('SERVER_BUSY');
    app = await createTestApp({ keepData: true });
    expect(await refusal(app.browser().api.auth.resetPassword.mutate(reset))).toBe('accepted');
  });

  test('each call is counted before it may hash, so that simultaneous calls stay within the limit', async () => {
    const { asked, passwords } = crowded();
    app = await createTestApp({ passwords });
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        refusal(app.browser().api.auth.signUp.mutate({ ...MAYA, email: `p${index}@example.com` })),
      ),
    );
    expect(asked).toHaveLength(30);
    expect(results.filter((result) => result === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
  });
});

describe('a session', () => {
  test('is stored as a hash, never as the cookie’s value', async () => {
    const browser = await signUpAndConfirm();
    const value = sessionIn(browser);
    const [row] = await app.db.selectFrom('sessions').select('id').execute();
    expect(row?.id).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.id).not.toContain(value.slice(22));
  });

  test('whose secret was replaced is not renewed under the old one', async () => {
    const browser = await signUpAndConfirm();
    const { sessions } = app.container.services;
    const old = sessionIn(browser);
    expect(await sessions.extend(old)).not.toBeNull();
    await browser.api.auth.reauthentication.password.mutate({ password: MAYA.password });
    expect(await sessions.extend(old)).toBeNull();
  });

  test('ends after 14 idle days, is renewed while used, and ends for good after 60', async () => {
    const idle = await signUpAndConfirm();
    app.clock.advance(14 * 86_400_000 + 1);
    expect(await idle.api.auth.session.query()).toBeNull();
    const used = app.browser();
    await used.api.auth.signIn.mutate(MAYA);
    for (let days = 10; days < 60; days += 10) {
      app.clock.advance(10 * 86_400_000);
      expect(await used.api.auth.session.query(), `after ${days} days`).not.toBeNull();
    }
    app.clock.advance(10 * 86_400_000);
    expect(await used.api.auth.session.query()).toBeNull();
  });
});
