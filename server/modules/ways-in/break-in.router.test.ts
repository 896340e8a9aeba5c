import { beforeEach, describe, expect, test } from 'vitest';
import { addTotp, ageWaysIn, codeOf } from '#tests/support/factors.ts';
import { purge } from '#tests/support/jobs.ts';
import { linkWith, provideOpenId, signInWith } from '#tests/support/openid.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { softwareAuthenticator, type SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [OLD, NEW] = ['forty warm bowls', 'fifty cold plates'];
const THIEF = { email: 'thief@example.com' };
type Owner = Awaited<ReturnType<typeof aPerson>>;

let app: TestApp;
const openId = provideOpenId(() => app.clock);
beforeEach(async () => {
  app = await createTestApp({ oauth: openId.oauth });
});

/** An owner whose account is a year old, at their computer. */
async function anOwner(): Promise<Owner> {
  const owner = await aPerson(app, { password: OLD });
  const yearAgo = new Date((await app.clock.now()).getTime() - 365 * DAY_MS);
  await app.db.updateTable('users').set({ email_confirmed_at: yearAgo, created_at: yearAgo }).execute();
  return owner;
}

async function addPasskey({ api }: Browser): Promise<SoftwareAuthenticator> {
  const key = softwareAuthenticator();
  const response = key.create(await api.auth.passkeys.addOptions.mutate());
  await api.auth.passkeys.add.mutate({ friendlyName: 'Laptop', response });
  return key;
}

async function signInWithPasskey(key: SoftwareAuthenticator): Promise<{ browser: Browser; result: string }> {
  const browser = app.browser();
  const response = key.get(await browser.api.auth.passkeys.signInOptions.mutate());
  return { browser, result: await refusal(browser.api.auth.passkeys.signIn.mutate({ response })) };
}

async function pass({ api }: Browser, { factorId, secret }: { factorId: string; secret: string }): Promise<string> {
  const asked = await api.auth.factors.challenge.mutate({ factorId }).catch(() => null);
  if (!asked) return 'refused';
  const code = await codeOf(app, secret);
  return refusal(api.auth.factors.verify.mutate({ factorId, challengeId: asked.id, code }));
}

async function resetByEmail({ email }: { email: string }): Promise<Browser> {
  const browser = app.browser();
  await browser.api.auth.requestPasswordReset.mutate({ email });
  const mail = app.emails.findLast(({ subject }) => subject === 'Reset your Tenfold password');
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await browser.api.auth.resetPassword.mutate({ token, password: NEW });
  return browser;
}

async function signInWithPassword({ email }: { email: string }, password: string): Promise<Browser> {
  const browser = app.browser();
  await browser.api.auth.signIn.mutate({ email, password });
  return browser;
}

/** What our emails advise. Each returns a browser in which the owner is signed in with their password. */
const REMEDIES: [name: string, use: (owner: Owner) => Promise<Browser>][] = [
  ['a reset by email', resetByEmail],
  [
    'a new password',
    async (owner) => {
      await owner.api.account.setPassword.mutate({ password: NEW });
      return signInWithPassword(owner, NEW);
    },
  ],
  [
    'signing out all other devices',
    async (owner) => {
      await owner.api.account.endOtherSessions.mutate();
      return signInWithPassword(owner, OLD);
    },
  ],
  [
    'signing out everywhere',
    async (owner) => {
      await owner.api.account.signOutEverywhere.mutate();
      return signInWithPassword(owner, OLD);
    },
  ],
];

describe.each(REMEDIES)('%s', (_, remedy) => {
  describe.each([
    ['with an older second factor', true],
    ['without an older second factor', false],
  ])('%s', (_name, hasFactor) => {
    let owner: Owner;
    let own: Awaited<ReturnType<typeof addTotp>> | null;
    beforeEach(async () => {
      owner = await anOwner();
      own = hasFactor ? await addTotp(app, owner, 'Mine') : null;
      await ageWaysIn(app);
      // The thief comes a minute later.
      app.clock.advance(60_000);
    });
    const enter = async (browser: Browser) => (own ? pass(browser, own) : 'accepted');

    test('ends a thief’s passkey', async () => {
      const key = await addPasskey(owner);
      expect((await signInWithPasskey(key)).result).toBe('accepted');
      const browser = await remedy(owner);
      expect((await signInWithPasskey(key)).result).toBe('PASSKEY_REFUSED');
      expect(await enter(browser)).toBe('accepted');
      expect(await browser.api.auth.passkeys.list.query()).toEqual([]);
    });

    test('ends a thief’s linked account', async () => {
      await linkWith(owner, 'google', THIEF);
      const browser = await remedy(owner);
      const thief = app.browser();
      await signInWith(thief, 'google', THIEF);
      expect((await thief.api.auth.session.query())?.user.id).not.toBe(owner.userId);
      expect(await enter(browser)).toBe('accepted');
      expect(await browser.api.auth.oauth.identities.query()).toEqual([]);
    });

    test('ends a thief’s second factor', async () => {
      const theirs = await addTotp(app, owner, 'Theirs');
      const browser = await remedy(owner);
      const session = await browser.api.auth.session.query();
      if (session?.resetCompletesAt) {
        app.clock.advance(DAY_MS);
        await purge(app);
      }
      if (own) expect(await pass(browser, theirs)).toBe('refused');
      expect(await enter(browser)).toBe('accepted');
      expect((await browser.api.auth.factors.list.query()).map(({ friendlyName }) => friendlyName)).toEqual(
        own ? ['Mine'] : [],
      );
    });

    test('ends a thief’s second factor that is two days old, even if the owner’s is only ten days old', async () => {
      const at = new Date((await app.clock.now()).getTime() - 10 * DAY_MS);
      await app.db.updateTable('factors').set({ created_at: at, verified_at: at }).execute();
      await app.db.updateTable('recovery_codes').set({ created_at: at }).execute();
      const theirs = await addTotp(app, owner, 'Theirs');
      const before = new Date((await app.clock.now()).getTime() - 2 * DAY_MS);
      await app.db.updateTable('factors').set({ verified_at: before }).where('friendly_name', '=', 'Theirs').execute();
      const browser = await remedy(owner);
      if (own) {
        expect(await pass(browser, theirs)).toBe('refused');
        expect(await pass(browser, own)).toBe('accepted');
      }
    });

    test('leaves older ways in alone', async () => {
      const key = await addPasskey(owner);
      await ageWaysIn(app);
      await remedy(owner);
      expect((await signInWithPasskey(key)).result).toBe('accepted');
    });
  });
});

describe('someone who is only signed in', () => {
  test('doesn’t remove the owner’s young second factor by signing out the other devices: it stays if it is passed within a day', async () => {
    const owner = await anOwner();
    app.clock.advance(60_000);
    const own = await addTotp(app, owner, 'Mine');
    await owner.api.account.endOtherSessions.mutate();
    expect(await owner.api.auth.factors.list.query()).toHaveLength(1);
    const browser = await signInWithPassword(owner, OLD);
    expect(await pass(browser, own)).toBe('accepted');
    app.clock.advance(2 * DAY_MS);
    await purge(app);
    expect(await browser.api.auth.factors.list.query()).toHaveLength(1);
  });

  test('isn’t signed in by an authentication from before everyone was signed out', async () => {
    const owner = await anOwner();
    const { signIn, sessions } = app.container.services;
    const { generation } = await app.db
      .selectFrom('users')
      .select('browser_generation as generation')
      .executeTakeFirstOrThrow();
    const person = { id: owner.userId, email: owner.email, generation };
    await owner.api.account.signOutEverywhere.mutate();
    const client = { address: '198.51.100.9', userAgent: 'vitest' };
    const browser = { ...client, sessionId: null, devices: '' };
    await expect(signIn.browser(person, { client: browser, methods: ['passkey'] })).rejects.toThrow('UNAUTHENTICATED');
    await expect(signIn.script(person, { client, methods: ['password'] })).rejects.toThrow('UNAUTHENTICATED');
    expect(await sessions.list(owner.userId)).toEqual([]);
  });
});

describe('a reset that finds only a second factor from the last 24 hours', () => {
  test('asks for it, tells the owner, and removes it after 24 hours', async () => {
    const owner = await anOwner();
    app.clock.advance(60_000);
    await addTotp(app, owner, 'Theirs');
    const browser = await resetByEmail(owner);
    const completesAt = new Date((await app.clock.now()).getTime() + DAY_MS).toISOString();
    expect(await browser.api.auth.session.query()).toMatchObject({
      needsSecondFactor: true,
      resetCompletesAt: completesAt,
    });
    await app.container.jobs.idle();
    const subjects = () => app.emails.map(({ subject }) => subject);
    expect(subjects()).toContain('Second factor will be removed: your Tenfold account');
    app.clock.advance(DAY_MS - 1);
    await purge(app);
    expect((await browser.api.auth.session.query())?.needsSecondFactor).toBe(true);
    app.clock.advance(1);
    await purge(app);
    expect(await browser.api.auth.session.query()).toMatchObject({ needsSecondFactor: false, resetCompletesAt: null });
    await app.container.jobs.idle();
    expect(subjects()).toContain('Recently added second factor removed: your Tenfold account');
    expect((await browser.api.notifications.list.query()).items.length).toBeGreaterThan(1);
  });

  test('isn’t sped up or put off by another reset', async () => {
    const owner = await anOwner();
    app.clock.advance(60_000);
    await addTotp(app, owner, 'Theirs');
    await resetByEmail(owner);
    app.clock.advance(DAY_MS - HOUR_MS);
    const browser = await resetByEmail(owner);
    await purge(app);
    expect((await browser.api.auth.session.query())?.needsSecondFactor).toBe(true);
    app.clock.advance(HOUR_MS);
    await purge(app);
    expect((await browser.api.auth.session.query())?.needsSecondFactor).toBe(false);
  });

  test('a young second factor stays if someone passes it during the wait, which a thief with only the mailbox can’t', async () => {
    const owner = await anOwner();
    app.clock.advance(60_000);
    const own = await addTotp(app, owner, 'Mine');
    await resetByEmail(owner);
    const browser = await resetByEmail(owner);
    expect(await pass(browser, own)).toBe('accepted');
    app.clock.advance(2 * DAY_MS);
    await purge(app);
    expect(await browser.api.auth.factors.list.query()).toHaveLength(1);
  });

  test('removes the factor again if the owner turned it back on by mistake', async () => {
    const owner = await anOwner();
    app.clock.advance(60_000);
    await addTotp(app, owner, 'Theirs');
    await resetByEmail(owner);
    app.clock.advance(DAY_MS);
    await purge(app);
    const browser = await resetByEmail(owner);
    const ways = await browser.api.account.waysIn.list.query();
    const theirs = ways.find(({ kind, id }) => kind === 'totp' && id !== null);
    await browser.api.account.waysIn.turnOn.mutate({ id: theirs?.id ?? '' });
    const again = await resetByEmail(owner);
    expect(await again.api.auth.session.query()).toMatchObject({ needsSecondFactor: true });
    app.clock.advance(DAY_MS);
    await purge(app);
    expect(await again.api.auth.session.query()).toMatchObject({ needsSecondFactor: false });
  });

  test('doesn’t remove a factor that is a day old, which the reset asks for', async () => {
    const owner = await anOwner();
    app.clock.advance(60_000);
    const own = await addTotp(app, owner, 'Mine');
    app.clock.advance(DAY_MS);
    const browser = await resetByEmail(owner);
    expect(await browser.api.auth.session.query()).toMatchObject({ needsSecondFactor: true, resetCompletesAt: null });
    expect(await pass(browser, own)).toBe('accepted');
  });
});
