import { beforeEach, describe, expect, test } from 'vitest';
import type { UserId } from '#db/types.gen.ts';
import {
  addPhone,
  addTotp,
  ageWaysIn,
  codeOf,
  inKnownBrowser,
  smsCode,
  withPasswordOnly,
} from '#tests/support/factors.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const GUESSES = 10;
const MINUTE_MS = 60_000;
const PASSWORD = 'forty warm bowls';
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

/** Enters wrong codes in parallel. Returns how many were compared; the others were refused without a check. */
async function guess({ api }: Browser, times: number): Promise<number> {
  const results = await Promise.all(
    Array.from({ length: times }, () => refusal(api.auth.recoveryCodes.use.mutate({ code: '0000-0000' }))),
  );
  expect(new Set([...results, 'CODE_INVALID', 'TOO_MANY_ATTEMPTS']).size).toBe(2);
  return results.filter((result) => result === 'CODE_INVALID').length;
}
async function enter({ api }: Browser, { factorId, secret }: { factorId: string; secret: string }): Promise<string> {
  const { id: challengeId } = await api.auth.factors.challenge.mutate({ factorId });
  const code = await codeOf(app, secret);
  const result = await refusal(api.auth.factors.verify.mutate({ factorId, challengeId, code }));
  app.clock.advance(30_000);
  return result;
}
const problem = (call: Promise<unknown>) => call.then(() => '', String);
const knownCookie = ({ cookie }: Browser) => /factor-device=[^;]*/.exec(cookie())?.[0] ?? '';
/** Signs out in this browser, and enters the password again. */
async function signInAgain(maya: { userId: UserId }, browser: Browser): Promise<Browser> {
  return app.browser({ cookie: `${(await withPasswordOnly(app, maya)).cookie()}; ${knownCookie(browser)}` });
}
type Person = Awaited<ReturnType<typeof aPerson>>;
const newestLink = () =>
  /token=([\w-]+)/.exec(app.emails.findLast(({ text }) => text.includes('token='))?.text ?? '')?.[1];
async function resetPassword({ api, email }: Pick<Person, 'api' | 'email'>): Promise<void> {
  await api.auth.requestPasswordReset.mutate({ email });
  await api.auth.resetPassword.mutate({ token: newestLink() ?? '', password: 'fifty cold plates' });
}
async function changeAddress({ api }: Person): Promise<void> {
  await api.account.changeEmail.mutate({ email: 'maya@new-studio.example' });
  await api.account.confirmEmailChange.mutate({ token: newestLink() ?? '' });
}
const sessionOnly = ({ cookie }: Browser) => cookie().replace(/(?:; )?factor-device=[^;]*/, '');

describe('someone who knows the password and guesses codes', () => {
  test('guessing codes doesn’t keep the owner out of a browser that has passed the second factor before, even in parallel', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const totp = await addTotp(app, maya);
    await maya.api.auth.signOut.mutate();
    await maya.api.auth.signIn.mutate({ email: maya.email, password: PASSWORD });
    const stranger = await withPasswordOnly(app, maya);
    const [strangers, owners] = await Promise.all([guess(stranger, 15), guess(maya, 9)]);
    expect([strangers, owners]).toEqual([GUESSES, 9]);
    expect(await enter(maya, totp)).toBe('accepted');
    expect(await enter(stranger, totp), 'not even the right code is accepted elsewhere').toBe('TOO_MANY_ATTEMPTS');
  });

  test('guessing codes doesn’t keep the owner from re-authenticating in a session that has passed the second factor', async () => {
    const maya = await aPerson(app);
    const { recoveryCodes } = await addTotp(app, maya);
    const script = app.browser({ cookie: sessionOnly(maya) });
    await guess(await withPasswordOnly(app, maya), 15);
    const code = recoveryCodes[0] ?? '';
    expect(await refusal(script.api.auth.reauthentication.recoveryCode.mutate({ code }))).toBe('accepted');
  });

  test('someone who guesses codes doesn’t use up the owner’s challenges', async () => {
    const maya = await aPerson(app);
    const { factorId } = await addTotp(app, maya);
    const stranger = await withPasswordOnly(app, maya);
    const ask = ({ api }: Browser) => refusal(api.auth.factors.challenge.mutate({ factorId }));
    const results = await Promise.all(Array.from({ length: 62 }, () => ask(stranger)));
    expect(results).toContain('TOO_MANY_ATTEMPTS');
    expect(await ask(await inKnownBrowser(app, maya))).toBe('accepted');
  });

  test('someone who guesses codes has ten tries in 15 minutes and a hundred a day, however many browsers they use', async () => {
    const maya = await aPerson(app);
    const totp = await addTotp(app, maya);
    const [one, other] = [await withPasswordOnly(app, maya), await withPasswordOnly(app, maya)];
    let compared = 0;
    for (let round = 0; round < 11; round += 1) {
      compared += (await Promise.all([guess(one, 6), guess(other, 6)])).reduce((sum, tried) => sum + tried);
      app.clock.advance(15 * MINUTE_MS);
    }
    expect(compared).toBe(100);
    const late = await withPasswordOnly(app, maya);
    const said = await problem(late.api.auth.recoveryCodes.use.mutate({ code: '0000-0000' }));
    expect(said).toContain('Try again in 22 hours, or sign in with a passkey or in a browser where');
    expect(await enter(await inKnownBrowser(app, maya), totp)).toBe('accepted');
    app.clock.advance(22 * 60 * MINUTE_MS);
    expect(await enter(await withPasswordOnly(app, maya), totp)).toBe('accepted');
  });

  test.each([
    ['a known browser', inKnownBrowser],
    ['a new one', withPasswordOnly],
  ])('a stranger’s challenge doesn’t end the code that the owner has received in %s', async (_, open) => {
    const maya = await aPerson(app);
    const { factorId } = await addPhone(app, maya);
    const { api } = await open(app, maya);
    const { id: challengeId } = await api.auth.factors.challenge.mutate({ factorId });
    const code = smsCode(app);
    app.clock.advance(MINUTE_MS);
    const stranger = await withPasswordOnly(app, maya);
    await stranger.api.auth.factors.challenge.mutate({ factorId });
    expect(await refusal(api.auth.factors.verify.mutate({ factorId, challengeId, code }))).toBe('accepted');
  });

  test('someone who guesses codes gets no new tries when the owner signs in on a new device', async () => {
    const maya = await aPerson(app);
    const totp = await addTotp(app, maya);
    const stranger = await withPasswordOnly(app, maya);
    expect(await guess(stranger, 6)).toBe(6);
    expect(await enter(await withPasswordOnly(app, maya), totp)).toBe('accepted');
    expect(await guess(stranger, 10)).toBe(4);
  });

  test('someone who runs out of tries is told when to try again', async () => {
    const maya = await aPerson(app);
    await addTotp(app, maya);
    const stranger = await withPasswordOnly(app, maya);
    await guess(stranger, GUESSES);
    app.clock.advance(3.5 * MINUTE_MS);
    expect(await problem(stranger.api.auth.recoveryCodes.use.mutate({ code: '0000-0000' }))).toContain(
      'Too many wrong codes were entered for this account. Try again in 12 minutes, or sign in with a passkey',
    );
  });
});

describe('a browser that has passed the second factor', () => {
  test('a known browser has ten tries of its own, which don’t count against others', async () => {
    const maya = await aPerson(app);
    const totp = await addTotp(app, maya);
    const laptop = await inKnownBrowser(app, maya);
    expect(await guess(laptop, 15)).toBe(GUESSES);
    expect(await problem(laptop.api.auth.recoveryCodes.use.mutate({ code: '0000-0000' }))).toContain(
      'Too many wrong codes were entered in this browser. Try again in 15 minutes, or sign in with a passkey.',
    );
    expect(await enter(await inKnownBrowser(app, maya), totp)).toBe('accepted');
    expect(await enter(await withPasswordOnly(app, maya), totp)).toBe('accepted');
    app.clock.advance(14 * MINUTE_MS);
    expect(await enter(laptop, totp)).toBe('accepted');
  });

  test('a browser is known after every kind of second factor, and still has to pass the next one', async () => {
    const maya = await aPerson(app);
    const { recoveryCodes, ...totp } = await addTotp(app, maya);
    const phone = await addPhone(app, maya);
    const [byApp, byPhone, byCode] = [
      await withPasswordOnly(app, maya),
      await withPasswordOnly(app, maya),
      await withPasswordOnly(app, maya),
    ];
    expect(await enter(byApp, totp)).toBe('accepted');
    const { id: challengeId } = await byPhone.api.auth.factors.challenge.mutate({ factorId: phone.factorId });
    await byPhone.api.auth.factors.verify.mutate({ factorId: phone.factorId, challengeId, code: smsCode(app) });
    await byCode.api.auth.recoveryCodes.use.mutate({ code: recoveryCodes[0] ?? '' });
    await guess(await withPasswordOnly(app, maya), GUESSES);
    for (const browser of [byApp, byPhone, byCode]) {
      await browser.api.auth.signOut.mutate();
      const again = await signInAgain(maya, browser);
      expect(await refusal(again.api.account.get.query())).toBe('SECOND_FACTOR_NEEDED');
      expect(await guess(again, 1)).toBe(1);
    }
  });

  test.each<[string, (maya: Browser) => Promise<unknown>]>([
    ['a new password', ({ api }) => api.account.setPassword.mutate({ password: 'fifty cold plates' })],
    ['signing out all other devices', ({ api }) => api.account.endOtherSessions.mutate()],
    ['signing out everywhere', ({ api }) => api.account.signOutEverywhere.mutate()],
  ])('a browser is no longer known after %s', async (_, change) => {
    const maya = await aPerson(app, { password: PASSWORD });
    await addTotp(app, maya);
    await ageWaysIn(app);
    const laptop = await inKnownBrowser(app, maya);
    await change(maya);
    await guess(await withPasswordOnly(app, maya), GUESSES);
    expect(await guess(await signInAgain(maya, laptop), 1)).toBe(0);
  });

  test.each<[string, (maya: Person) => Promise<unknown>]>([
    ['a new password', ({ api }) => api.account.setPassword.mutate({ password: 'fifty cold plates' })],
    ['a password reset', resetPassword],
    ['a new address', changeAddress],
    ['signing out all other devices', ({ api }) => api.account.endOtherSessions.mutate()],
    ['signing out everywhere', ({ api }) => api.account.signOutEverywhere.mutate()],
  ])('a browser stays known after %s there, and gets no new tries', async (_, change) => {
    const maya = await aPerson(app, { password: PASSWORD });
    const totp = await addTotp(app, maya);
    await ageWaysIn(app);
    await guess(await signInAgain(maya, maya), 6);
    await change(maya);
    await guess(await withPasswordOnly(app, maya), GUESSES);
    const again = await signInAgain(maya, maya);
    expect(await guess(again, 10)).toBe(4);
    app.clock.advance(15 * MINUTE_MS);
    expect(await enter(again, totp)).toBe('accepted');
  });

  test('a browser that the owner signed out doesn’t become known again with a link to reset the password', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    await addTotp(app, maya);
    await ageWaysIn(app);
    const laptop = await inKnownBrowser(app, maya);
    await maya.api.account.endOtherSessions.mutate();
    await resetPassword({ ...maya, api: laptop.api });
    await guess(await withPasswordOnly(app, maya), GUESSES);
    expect(await guess(await signInAgain(maya, laptop), 1)).toBe(0);
  });

  test('a browser is known for its own account only', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    await addTotp(app, maya);
    await addTotp(app, tomas);
    await guess(await withPasswordOnly(app, maya), GUESSES);
    expect(await guess(await signInAgain(maya, await inKnownBrowser(app, tomas)), 1)).toBe(0);
  });
});
