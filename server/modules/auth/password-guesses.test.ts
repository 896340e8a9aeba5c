import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#server/lib/app-error.ts';
import { keyedHash } from '#server/lib/crypto/secrets.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, TEST_SECRET, type Browser, type TestApp } from '#tests/support/test-app.ts';
import { createAttemptLimiter } from './attempt-limiter.ts';
import { createPasswordGuesses } from './password-guesses.ts';

const MAYA = { email: 'maya@fernandkiln.example', password: 'forty warm bowls' };
const HOME = '203.0.113.7';
const HOSTILE = '198.51.100.9';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WHERE = { environment: { TRUSTED_PROXIES: '127.0.0.1' } };
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp(WHERE);
});

const at = (address: string, cookie = '') => app.browser({ address, cookie });
const signIn = (browser: Browser, password = MAYA.password, email = MAYA.email) =>
  refusal(browser.api.auth.signIn.mutate({ email, password }));
const count = (results: string[], wanted: string) => results.filter((result) => result === wanted).length;
async function guessFrom(browser: Browser, times: number, email = MAYA.email): Promise<string[]> {
  const results = [];
  for (let guess = 0; guess < times; guess += 1) results.push(await signIn(browser, `wrong ${guess}`, email));
  return results;
}
const noticesSent = async () => {
  await app.container.jobs.idle();
  return app.emails.filter(({ subject }) => subject.startsWith('Sign-in paused')).map(({ to }) => to);
};

describe('ten wrong passwords from one network', () => {
  beforeEach(() => aPerson(app, MAYA));

  test('pause only that network for a quarter of an hour, batched or not', async () => {
    const packed = app.browser({ address: HOSTILE, batch: true });
    const results: string[] = [];
    for (let batch = 0; batch < 5; batch += 1)
      results.push(...(await Promise.all([1, 2, 3].map((call) => signIn(packed, `wrong ${batch} ${call}`)))));
    expect(count(results, 'INVALID_CREDENTIALS')).toBe(10);
    expect(count(results, 'TOO_MANY_ATTEMPTS')).toBe(5);
    expect(await signIn(at(HOSTILE))).toBe('TOO_MANY_ATTEMPTS');
    expect(await signIn(at(HOME)), 'the owner, on another network').toBe('accepted');
    app.clock.advance(15 * MINUTE_MS);
    expect(await signIn(at(HOSTILE))).toBe('accepted');
  });

  test('don’t pause a browser there that has signed in before, which has ten of its own', async () => {
    const owners = at(HOSTILE);
    await signIn(owners);
    await guessFrom(at(HOSTILE), 11);
    expect(await signIn(at(HOSTILE))).toBe('TOO_MANY_ATTEMPTS');
    const results = await guessFrom(owners, 9);
    expect(count(results, 'INVALID_CREDENTIALS')).toBe(9);
    expect(await signIn(owners)).toBe('accepted');
    expect(count(await guessFrom(owners, 11), 'TOO_MANY_ATTEMPTS')).toBe(1);
    expect(await signIn(owners)).toBe('TOO_MANY_ATTEMPTS');
  });

  test('pause a browser that only someone else has signed in with, or whose cookie is made up', async () => {
    await aPerson(app, { ...MAYA, email: 'tomas@ledgerly.example' });
    const tomas = at(HOSTILE);
    await signIn(tomas, MAYA.password, 'tomas@ledgerly.example');
    await guessFrom(tomas, 10);
    expect(await signIn(tomas)).toBe('TOO_MANY_ATTEMPTS');
    expect(await signIn(at(HOSTILE, `device=${'a'.repeat(48)}`))).toBe('TOO_MANY_ATTEMPTS');
  });

  test('are counted for scripts too', async () => {
    const guess = (password: string) =>
      at(HOSTILE).request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: MAYA.email, password }),
      });
    await guessFrom(at(HOSTILE), 10);
    expect((await guess(MAYA.password)).status).toBe(429);
  });

  test('are reported to the owner once a day, however many networks make them', async () => {
    for (const network of [1, 2, 3]) await guessFrom(at(`198.51.${network}.9`), 11);
    expect(await noticesSent()).toEqual([MAYA.email]);
    app.clock.advance(DAY_MS - 1);
    await guessFrom(at(HOSTILE), 11);
    expect(await noticesSent()).toHaveLength(1);
    app.clock.advance(15 * MINUTE_MS);
    await guessFrom(at(HOSTILE), 11);
    expect(await noticesSent()).toHaveLength(2);
    expect(
      await app.db.selectFrom('security_events').select('id').where('kind', '=', 'attempts_blocked').execute(),
    ).toHaveLength(2);
  });
});

/** The counters alone, so that hundreds of guesses cost no hashes. */
function counters() {
  const hash = keyedHash(TEST_SECRET, 'password guesses');
  const guesses = createPasswordGuesses({ db: app.db, clock: app.clock, hash });
  let tried = 0;
  let blocked = 0;
  const guess = (address: string, change: Partial<{ mailbox: string; device: string; password: string }> = {}) => ({
    mailbox: MAYA.email,
    password: `wrong ${(tried += 1)}`,
    device: null,
    address,
    ...change,
  });
  const take = (one: ReturnType<typeof guess>) =>
    guesses
      .take(one, async () => void (blocked += 1))
      .then(
        () => 'counted',
        (error: unknown) => (error instanceof AppError ? error.code : 'broken'),
      );
  return { ...guesses, guess, take, blocked: () => blocked };
}
const network = (index: number) => `198.18.${index}.7`;

describe('the guesses at one account', () => {
  test('are at most a hundred a day, however many networks make them at once', async () => {
    const { guess, take } = counters();
    const all = Array.from({ length: 300 }, (_, index) => take(guess(network(index % 60))));
    const results = await Promise.all(all);
    expect(count(results, 'counted')).toBe(100);
    expect(count(results, 'PASSWORD_PAUSED')).toBe(200);
    app.clock.advance(DAY_MS);
    expect(await take(guess(network(0)))).toBe('counted');
  });

  test('can be used up by no network alone: half of them are reserved for others', async () => {
    const { guess, take } = counters();
    const results: string[] = [];
    for (let quarter = 0; quarter < 40; quarter += 1) {
      for (let index = 0; index < 11; index += 1) results.push(await take(guess(`198.51.100.${index}`)));
      app.clock.advance(5 * MINUTE_MS);
    }
    expect(count(results, 'counted')).toBe(50);
    expect(await take(guess(HOME))).toBe('counted');
  });

  test('leave those of browsers that have signed in before alone, which are at most a hundred a day too', async () => {
    const { guess, take } = counters();
    await Promise.all(Array.from({ length: 150 }, (_, index) => take(guess(network(index)))));
    expect(await take(guess(HOME))).toBe('PASSWORD_PAUSED');
    const results = await Promise.all(
      Array.from({ length: 120 }, (_, index) => take(guess(HOME, { device: `device ${index % 20}` }))),
    );
    expect(count(results, 'counted')).toBe(100);
    expect(count(results, 'PASSWORD_PAUSED')).toBe(20);
  });

  test('don’t include right ones', async () => {
    const { guess, take, giveBack } = counters();
    for (let time = 0; time < 130; time += 1) {
      const one = guess(HOME, { password: MAYA.password });
      expect(await take(one)).toBe('counted');
      await giveBack(one);
    }
    expect(await app.db.selectFrom('attempt_counters').select('attempts').execute()).toEqual([]);
  });
});

describe('past that bound', () => {
  const useUp = async (mailbox: string) => {
    const { guess, take } = counters();
    await Promise.all(Array.from({ length: 110 }, (_, index) => take(guess(network(index), { mailbox }))));
  };

  test('an emailed link lets the owner in, and the new password works again everywhere', async () => {
    await aPerson(app, MAYA);
    await useUp(MAYA.email);
    const owners = at(HOME);
    expect(await signIn(owners)).toBe('PASSWORD_PAUSED');
    await owners.api.auth.requestPasswordReset.mutate({ email: MAYA.email });
    const token =
      /token=([\w-]+)/.exec(app.emails.findLast(({ text }) => text.includes('token='))?.text ?? '')?.[1] ?? '';
    await owners.api.auth.resetPassword.mutate({ token, password: 'sixty cold plates' });
    expect((await owners.api.auth.session.query())?.user.email).toBe(MAYA.email);
    expect(await signIn(at('203.0.113.99'), 'sixty cold plates')).toBe('accepted');
  });

  test('a browser that has signed in before still signs in', async () => {
    await aPerson(app, MAYA);
    const owners = at(HOME);
    await signIn(owners);
    await useUp(MAYA.email);
    expect(await signIn(owners)).toBe('accepted');
  });

  test('an address without an account is answered the same', async () => {
    await aPerson(app, MAYA);
    const answers = [];
    for (const email of [MAYA.email, 'nobody@example.com']) {
      await useUp(email);
      const refused = await at(HOME)
        .api.auth.signIn.mutate({ ...MAYA, email })
        .then(() => '', String);
      answers.push(refused);
    }
    expect(answers[0]).toContain('Forgot your password?');
    expect(answers[1]).toBe(answers[0]);
  });
});

describe('one password tried at many accounts', () => {
  const SPRAYED = 'Summer2026!';

  test('from one network is refused after twenty, and nobody else there is affected', async () => {
    await aPerson(app, MAYA);
    const results = [];
    for (let index = 0; index < 25; index += 1)
      results.push(await signIn(at(HOSTILE), SPRAYED, `person-${index}@example.com`));
    expect(count(results, 'INVALID_CREDENTIALS')).toBe(20);
    expect(count(results, 'TOO_MANY_ATTEMPTS')).toBe(5);
    expect(await signIn(at(HOSTILE)), 'a colleague of the one who tries').toBe('accepted');
    expect(await signIn(at(HOME), SPRAYED, 'person-99@example.com')).toBe('INVALID_CREDENTIALS');
  });

  test('in parallel, and from a whole IPv6 /48, counts as one network', async () => {
    const { guess, take, blocked } = counters();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        take(guess(`2001:db8:7:${index.toString(16)}::1`, { mailbox: `p${index}@example.com`, password: SPRAYED })),
      ),
    );
    expect(count(results, 'counted')).toBe(20);
    expect(blocked(), 'no owner is told, because no account is being guessed at').toBe(0);
    app.clock.advance(60 * MINUTE_MS);
    expect(await take(guess('2001:db8:7::1', { mailbox: 'p100@example.com', password: SPRAYED }))).toBe('counted');
  });

  test('is counted without storing anything that a password could be tested with', async () => {
    const { guess, take } = counters();
    const hash = keyedHash(TEST_SECRET, 'password guesses');
    const digits = hash(SPRAYED).slice(0, 3);
    let other = 0;
    while (hash(`another ${other}`).slice(0, 3) !== digits) other += 1;
    const rows = async () => app.db.selectFrom('attempt_counters').select('key_hash').execute();
    await take(guess(HOSTILE, { password: SPRAYED }));
    const before = await rows();
    expect(before).toHaveLength(4);
    await take(guess(HOSTILE, { password: `another ${other}` }));
    expect(await rows(), 'the counter could stand for thousands of passwords').toEqual(before);
  });
});

test('a hundred and fifty colleagues who sign in with the right password are not slowed down', async () => {
  const attempts = createAttemptLimiter({ db: app.db, clock: app.clock, hash: keyedHash(TEST_SECRET, 'attempts') });
  for (const address of [HOME, '2001:db8:7::1'])
    for (let index = 0; index < 150; index += 1) {
      await attempts.count('sign-in:address', address);
      await attempts.giveBack('sign-in:address', address);
    }
  expect(await app.db.selectFrom('attempt_counters').select('attempts').execute()).toEqual([]);
});
