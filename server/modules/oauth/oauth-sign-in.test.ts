import { beforeEach, describe, expect, test } from 'vitest';
import type { OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { FactorId } from '#db/types.gen.ts';
import { openIdSubject, slackSubject } from '#sandbox/openid/id-token.ts';
import { comeBack, consent, linkWith, provideOpenId, signInWith } from '#tests/support/openid.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MAYA = { email: 'maya@fernandkiln.example', name: 'Maya Lindqvist' };
const PASSWORD = 'forty warm bowls';
const BOTH: OAuthProvider[] = ['google', 'slack'];
let app: TestApp;
const openId = provideOpenId(() => app.clock);
beforeEach(async () => {
  app = await createTestApp({ oauth: openId.oauth });
});

const whoIs = async (browser: Browser) => (await browser.api.auth.session.query())?.user ?? null;
/** Every notice in progress has been sent. */
async function noticesTo(): Promise<string[]> {
  await app.container.jobs.idle();
  return app.emails.map((mail) => mail.to);
}
const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
/** The same person allowed it in four tabs of one browser, and none of them has returned yet. */
async function fourBacks(browser: Browser): Promise<string[]> {
  const backs = [];
  for (const provider of [...BOTH, ...BOTH])
    backs.push(await consent((await browser.api.auth.oauth.start.mutate({ provider })).url, MAYA));
  return backs;
}

const accounts = () => app.db.selectFrom('users').select(['id', 'email', 'password_hash']).execute();

describe.each(BOTH)('signing in with %s', (provider) => {
  test('creates an account: confirmed, named, in its trial, and signed in', async () => {
    const browser = app.browser();
    expect(await signInWith(browser, provider, MAYA)).toBe('/dashboard');
    expect((await whoIs(browser))?.email).toBe(MAYA.email);
    const profile = await browser.api.profile.get.query();
    expect(profile).toMatchObject({ fullName: MAYA.name, access: { isInTrial: true, trialDaysLeft: 7 } });
    const [session] = await app.db.selectFrom('sessions').select('methods').execute();
    expect(session?.methods).toEqual(['oauth']);
    expect(await noticesTo(), 'nobody is mailed about what they just did').toEqual([]);
  });

  test('opens the same account the next time, from another browser', async () => {
    await signInWith(app.browser(), provider, MAYA);
    await signInWith(app.browser(), provider, MAYA);
    expect(await accounts()).toHaveLength(1);
  });

  test('requests only what the provider understands', async () => {
    const { url } = await app.browser().api.auth.oauth.start.mutate({ provider });
    const { searchParams } = new URL(url);
    expect(searchParams.get('scope')).toBe('openid email profile');
    expect(searchParams.get('redirect_uri')).toBe(`http://localhost:3000/auth/callback/${provider}`);
    expect(searchParams.get('nonce')).toMatch(/^[0-9a-f]{64}$/);
    expect(searchParams.get('code_challenge_method')).toBe(provider === 'google' ? 'S256' : null);
  });
});

describe('an identity', () => {
  test('is the provider’s subject, whatever its current address', async () => {
    const browser = app.browser();
    await signInWith(browser, 'google', MAYA);
    const before = await whoIs(browser);
    const moved = 'maya@new-name.example';
    await app.db
      .updateTable('identities')
      .set({ subject: openIdSubject('google', moved) })
      .execute();
    const later = app.browser();
    await signInWith(later, 'google', { ...MAYA, email: moved });
    expect(await whoIs(later)).toEqual(before);
    expect(await later.api.auth.oauth.identities.query()).toMatchObject([{ provider: 'google', email: moved }]);
  });

  test('opens its account even when the provider no longer verifies the address', async () => {
    const email = 'maya+unverified@fernandkiln.example';
    const subject = openIdSubject('google', email);
    const maya = await aPerson(app, { email });
    const now = await app.clock.now();
    await app.db
      .insertInto('identities')
      .values({ provider: 'google', subject, user_id: maya.userId, email, created_at: now, last_used_at: now })
      .execute();
    const browser = app.browser();
    expect(await signInWith(browser, 'google', { email })).toBe('/dashboard');
    expect((await whoIs(browser))?.id).toBe(maya.userId);
  });

  test('joins the confirmed account with its address, whose owner is notified', async () => {
    const maya = await aPerson(app, { email: MAYA.email });
    const browser = app.browser();
    await signInWith(browser, 'google', { ...MAYA, email: MAYA.email.toUpperCase() });
    expect((await whoIs(browser))?.id).toBe(maya.userId);
    expect(await maya.api.auth.session.query(), 'what was open stays open').not.toBeNull();
    expect(await noticesTo()).toEqual([MAYA.email]);
    expect(app.emails[0]?.text).toContain('Google');
  });

  test('with another subject does not join an account that already has one from that provider', async () => {
    await signInWith(app.browser(), 'google', MAYA);
    await app.db.updateTable('identities').set({ subject: 'the first one' }).execute();
    expect(await signInWith(app.browser(), 'google', MAYA)).toBe('/auth?problem=IDENTITY_DIFFERS');
    expect(await signInWith(app.browser(), 'slack', MAYA)).toBe('/dashboard');
  });

  test.each(['unverified', 'no-email'])('with an unverified address is refused: %s', async (fault) => {
    await aPerson(app, { email: `maya+${fault}@fernandkiln.example` });
    const problem = await signInWith(app.browser(), 'google', { email: `maya+${fault}@fernandkiln.example` });
    expect(problem).toBe('/auth?problem=PROVIDER_EMAIL_UNCONFIRMED');
    expect(await signInWith(app.browser(), 'slack', { email: `new+${fault}@example.com` })).toBe(problem);
    expect(await accounts()).toHaveLength(1);
    expect(await app.db.selectFrom('identities').select('subject').execute()).toEqual([]);
  });

  test('at Slack is a person in a workspace: the same user id in another workspace is someone else', async () => {
    const [maya, tomas] = [app.browser(), app.browser()];
    await signInWith(maya, 'slack', { email: 'same-id@fernandkiln.example' });
    await signInWith(tomas, 'slack', { email: 'same-id@ledgerly.example' });
    expect((await whoIs(tomas))?.email).toBe('same-id@ledgerly.example');
    expect((await whoIs(tomas))?.id).not.toBe((await whoIs(maya))?.id);
    const subjects = await app.db.selectFrom('identities').select('subject').orderBy('created_at').execute();
    expect(subjects.map(({ subject }) => subject).toSorted()).toEqual(
      ['same-id@fernandkiln.example', 'same-id@ledgerly.example'].map(slackSubject).toSorted(),
    );
    expect(new Set(subjects.map(({ subject }) => subject.split(':')[1])).size, 'one user id').toBe(1);
  });

  test.each(['sign in', 'link'])(
    'at Slack from before workspaces were stored is kept for the person with its address alone, by %s',
    async (way) => {
      const email = 'same-id@fernandkiln.example';
      const maya = await aPerson(app, { email: MAYA.email });
      const now = await app.clock.now();
      const row = { provider: 'slack' as const, user_id: maya.userId, created_at: now, last_used_at: now };
      await app.db
        .insertInto('identities')
        .values({ ...row, subject: openIdSubject('slack', email), email })
        .execute();
      const stranger = app.browser();
      await signInWith(stranger, 'slack', { email: 'same-id@ledgerly.example' });
      expect((await whoIs(stranger))?.id).not.toBe(maya.userId);
      const browser = way === 'link' ? maya : app.browser();
      const enter = way === 'link' ? linkWith : signInWith;
      await enter(browser, 'slack', { email });
      expect((await whoIs(browser))?.id).toBe(maya.userId);
      const kept = await app.db.selectFrom('identities').select('subject').where('user_id', '=', maya.userId).execute();
      expect(kept).toEqual([{ subject: slackSubject(email) }]);
    },
  );

  test('at Slack from before is not handed to an address that Slack doesn’t vouch for', async () => {
    const email = 'maya+unverified@fernandkiln.example';
    const maya = await aPerson(app, { email: MAYA.email });
    const now = await app.clock.now();
    const subject = openIdSubject('slack', email);
    await app.db
      .insertInto('identities')
      .values({ provider: 'slack', subject, user_id: maya.userId, email, created_at: now, last_used_at: now })
      .execute();
    expect(await signInWith(app.browser(), 'slack', { email })).toBe('/auth?problem=PROVIDER_EMAIL_UNCONFIRMED');
  });

  test('used in four tabs simultaneously creates one account with one trial', async () => {
    const browser = app.browser();
    const backs = await fourBacks(browser);
    expect(await Promise.all(backs.map((back) => comeBack(browser, back)))).toEqual(backs.map(() => '/dashboard'));
    expect(await accounts()).toHaveLength(1);
    expect(await app.db.selectFrom('identities').select('provider').execute()).toHaveLength(2);
    expect(await app.db.selectFrom('trial_claims').select('claim_hash').execute()).toHaveLength(3);
  });
});

describe('an address that a stranger signed up with before its owner', () => {
  /** A stranger signs up with the victim's address and plants whatever they can. */
  async function occupy() {
    await app.browser().api.auth.signUp.mutate({ email: MAYA.email, password: PASSWORD });
    const link = tokenIn(app.emails[0]?.text);
    const [account] = await accounts();
    const userId = account?.id ?? (await aPerson(app)).userId;
    const client = { address: '203.0.113.9', userAgent: 'stranger' };
    const start = { client, methods: ['password' as const] };
    const session = await app.container.services.sessions.start(userId, start);
    const stranger = app.browser({ cookie: session.split(';')[0] ?? '' });
    const now = await app.clock.now();
    await app.db.updateTable('users').set({ password_hash: 'planted' }).execute();
    const row = { user_id: userId, created_at: now };
    const slack = { provider: 'slack' as const, subject: 'UEVIL', email: 'evil@example.com', last_used_at: now };
    await app.db
      .insertInto('identities')
      .values({ ...row, ...slack })
      .execute();
    await app.db
      .insertInto('recovery_codes')
      .values({ ...row, code_hash: 'planted' })
      .execute();
    const factor = { factor_type: 'phone' as const, friendly_name: 'Evil', phone: '+46701234567' };
    const isVerified = { status: 'verified' as const, verified_at: now };
    await app.db
      .insertInto('factors')
      .values({ ...row, id: crypto.randomUUID() as FactorId, ...factor, ...isVerified })
      .execute();
    const key = { credential_id: 'planted', public_key: 'x', counter: 0, friendly_name: 'Evil', is_backed_up: false };
    await app.db
      .insertInto('passkeys')
      .values({ ...row, ...key })
      .execute();
    return { stranger, link };
  }

  test('opens only for the owner: password, link, session, factors, passkeys and identities are gone', async () => {
    const { stranger, link } = await occupy();
    expect(await stranger.api.auth.session.query(), 'the plot is set').not.toBeNull();
    const owner = app.browser();
    expect(await signInWith(owner, 'google', MAYA)).toBe('/dashboard');
    expect(await owner.api.profile.get.query()).toMatchObject({ fullName: MAYA.name, access: { isInTrial: true } });
    expect(await stranger.api.auth.session.query()).toBeNull();
    expect(await refusal(app.browser().api.auth.confirmEmail.mutate({ token: link }))).toBe('LINK_INVALID');
    expect(await refusal(app.browser().api.auth.signIn.mutate({ email: MAYA.email, password: PASSWORD }))).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await accounts()).toMatchObject([{ email: MAYA.email, password_hash: null }]);
    expect(await owner.api.auth.oauth.identities.query()).toMatchObject([{ provider: 'google' }]);
    for (const table of ['factors', 'recovery_codes', 'passkeys', 'email_links'] as const)
      expect(await app.db.selectFrom(table).select('user_id').execute(), table).toEqual([]);
  });

  test('opens one account, even after four simultaneous callbacks by the owner', async () => {
    const { stranger } = await occupy();
    const browser = app.browser();
    const backs = await fourBacks(browser);
    expect(await Promise.all(backs.map((back) => comeBack(browser, back)))).toEqual(backs.map(() => '/dashboard'));
    expect(await accounts()).toMatchObject([{ password_hash: null }]);
    expect(await stranger.api.auth.session.query()).toBeNull();
  });
});

describe('the trial', () => {
  const access = async (browser: Browser) => (await browser.api.profile.get.query()).access;

  test('is given once per mailbox and identity, even if the account has been deleted since', async () => {
    await signInWith(app.browser(), 'google', MAYA);
    await app.db.deleteFrom('users').execute();
    const again = app.browser();
    await signInWith(again, 'google', MAYA);
    expect(await access(again)).toMatchObject({ status: 'none', tier: 'free' });
  });

  test('is not granted again to a linked identity with another address', async () => {
    const email = 'somewhere-else@example.com';
    await linkWith(await aPerson(app, { email: MAYA.email, plan: 'trial' }), 'google', { email });
    await app.db.deleteFrom('users').execute();
    const again = app.browser();
    expect(await signInWith(again, 'google', { email })).toBe('/dashboard');
    expect(await access(again)).toMatchObject({ status: 'none', tier: 'free' });
  });

  test('is not granted again to an identity that joined by its address', async () => {
    await aPerson(app, { email: MAYA.email, plan: 'trial' });
    await signInWith(app.browser(), 'slack', MAYA);
    await app.db.deleteFrom('users').execute();
    const again = app.browser();
    await signInWith(again, 'slack', MAYA);
    expect(await access(again)).toMatchObject({ status: 'none', tier: 'free' });
  });
});

describe('a second factor', () => {
  test('is required after a sign-in service as after a password', async () => {
    const maya = await aPerson(app, { email: MAYA.email });
    const now = await app.clock.now();
    await app.db
      .insertInto('factors')
      .values({
        id: crypto.randomUUID() as FactorId,
        user_id: maya.userId,
        factor_type: 'totp',
        friendly_name: 'Phone',
        status: 'verified',
        secret: 'sealed',
        created_at: now,
        verified_at: now,
      })
      .execute();
    const browser = app.browser();
    expect(await signInWith(browser, 'google', MAYA)).toBe('/dashboard');
    expect((await browser.api.auth.session.query())?.needsSecondFactor).toBe(true);
    expect(await refusal(browser.api.profile.get.query())).toBe('SECOND_FACTOR_NEEDED');
  });
});

describe('after the callback', () => {
  test.each([
    [{}, '/dashboard'],
    [{ redirect: '/dashboard/seomi?c=1' }, '/dashboard/seomi?c=1'],
    [{ planChoice: { plan: 'pro' as const, priceId: 'pro_annual' } }, '/auth?plan=pro&priceId=pro_annual'],
    [
      { planChoice: { plan: 'pro' as const, priceId: 'pro_annual' }, redirect: '/checkout' },
      '/auth?plan=pro&priceId=pro_annual',
    ],
  ])('the sign-up intent %j leads to %s', async (intent, path) => {
    expect(await signInWith(app.browser(), 'google', MAYA, intent)).toBe(path);
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'])(
    'no one is redirected to %j',
    async (redirect) => {
      expect(await signInWith(app.browser(), 'google', MAYA, { redirect })).toBe('/dashboard');
    },
  );

  test('the sign-up intent is still there when the sign-in fails', async () => {
    const intent = {
      planChoice: { plan: 'starter' as const, priceId: 'starter_monthly' },
      redirect: '/dashboard/emmie',
    };
    expect(await signInWith(app.browser(), 'slack', { cancel: true }, intent)).toBe(
      '/auth?problem=PROVIDER_CANCELLED&plan=starter&priceId=starter_monthly&redirect=%2Fdashboard%2Femmie',
    );
  });

  test('no code and no state is left in the URL, the referrer or a cache', async () => {
    const browser = app.browser();
    const { url } = await browser.api.auth.oauth.start.mutate({ provider: 'google' });
    const response = await browser.request(await consent(url, MAYA));
    expect(response.headers.get('location')).toBe('/dashboard');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const row = await app.db.selectFrom('oauth_attempts').selectAll().execute();
    expect(row).toEqual([]);
  });
});
