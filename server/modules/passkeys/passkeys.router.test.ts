import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { PASSKEYS_MAX } from '#contract/account/factor-limits.ts';
import { addTotp, withPasswordOnly } from '#tests/support/factors.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { softwareAuthenticator, type SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const MINUTE_MS = 60_000;
let app: TestApp;
let laptop: SoftwareAuthenticator;
beforeEach(async () => {
  app = await createTestApp();
  laptop = softwareAuthenticator();
});

async function add({ api }: Browser, friendlyName = 'Laptop', authenticator = laptop) {
  const options = await api.auth.passkeys.addOptions.mutate();
  return api.auth.passkeys.add.mutate({ friendlyName, response: authenticator.create(options) });
}
type Get = Parameters<SoftwareAuthenticator['get']>;
async function signIn(lies: Get[1] = {}, key?: Get[2], browser = app.browser()) {
  const options = await browser.api.auth.passkeys.signInOptions.mutate();
  const result = await refusal(browser.api.auth.passkeys.signIn.mutate({ response: laptop.get(options, lies, key) }));
  return { browser, result };
}
/** The email with this subject, once the notices have gone out; their order is open. */
async function mailWith(subject: string) {
  await app.container.jobs.idle();
  return app.emails.find((mail) => mail.subject === subject);
}
const foreignKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

describe('adding a passkey', () => {
  test('asks for a discoverable passkey with user verification', async () => {
    const maya = await aPerson(app, { email: 'maya@fernandkiln.example' });
    const options = await maya.api.auth.passkeys.addOptions.mutate();
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Tenfold' },
      user: { name: 'maya@fernandkiln.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const added = await maya.api.auth.passkeys.add.mutate({
      friendlyName: 'Laptop',
      response: laptop.create(options),
    });
    expect(added).toEqual({ id: laptop.held[0]?.id, friendlyName: 'Laptop' });
    expect(await maya.api.auth.passkeys.list.query()).toMatchObject([
      { id: added.id, friendlyName: 'Laptop', lastUsedAt: null, isBackedUp: false },
    ]);
    expect(await mailWith('Passkey added: your Tenfold account')).toMatchObject({ to: maya.email });
    const again = await maya.api.auth.passkeys.addOptions.mutate();
    expect(again.excludeCredentials).toMatchObject([{ id: added.id, transports: ['internal'] }]);
  });

  test('a passkey’s name is one plain line in the list and in the email, whatever was typed', async () => {
    const maya = await aPerson(app);
    const name = 'x\n\nThis was our own test. You need do nothing.\n\u202e\u200b';
    await add(maya, name);
    const line = 'x This was our own test. You need do nothing.';
    expect(await maya.api.auth.passkeys.list.query()).toMatchObject([{ friendlyName: line }]);
    const added = await mailWith('Passkey added: your Tenfold account');
    for (const words of [added?.text, added?.html]) expect(words).toContain(`(“${line}”).`);
    // Older rows may hold anything.
    await app.db.updateTable('passkeys').set({ friendly_name: name }).execute();
    expect(await maya.api.auth.passkeys.list.query()).toMatchObject([{ friendlyName: line }]);
    await maya.api.account.setPassword.mutate({ password: 'forty warm bowls' });
    await maya.api.auth.passkeys.remove.mutate({ id: laptop.held[0]?.id ?? '' });
    const removed = await mailWith('Passkey removed: your Tenfold account');
    expect(removed?.text).toContain(`(“${line}”).`);
    expect(await refusal(add(maya, ' \u200b\n'))).toBe('INVALID_INPUT');
  });

  test('one person gets at most 60 passkey challenges in 15 minutes, to add one or to re-authenticate', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const ask = ({ api }: Browser) => refusal(api.auth.passkeys.addOptions.mutate());
    const answers = await Promise.all(Array.from({ length: 59 }, () => ask(maya)));
    expect(new Set(answers)).toEqual(new Set(['accepted']));
    expect(await refusal(maya.api.auth.reauthentication.passkeyOptions.mutate())).toBe('accepted');
    expect(await ask(maya)).toBe('TOO_MANY_ATTEMPTS');
    expect(await refusal(maya.api.auth.reauthentication.passkeyOptions.mutate())).toBe('TOO_MANY_ATTEMPTS');
    expect(await ask(tomas)).toBe('accepted');
    app.clock.advance(15 * MINUTE_MS);
    expect(await refusal(maya.api.auth.reauthentication.passkeyOptions.mutate())).toBe('accepted');
  });

  test('signs all other devices out, and invalidates this one’s old cookie', async () => {
    const maya = await aPerson(app);
    const [elsewhere, old] = [await withPasswordOnly(app, maya), app.browser({ cookie: maya.cookie() })];
    await add(maya);
    expect(await old.api.auth.session.query()).toBeNull();
    expect(await elsewhere.api.auth.session.query()).toBeNull();
    expect(await maya.api.auth.session.query()).not.toBeNull();
  });

  test('needs a recent authentication', async () => {
    const maya = await aPerson(app);
    app.clock.advance(10 * MINUTE_MS + 1);
    expect(await refusal(maya.api.auth.passkeys.addOptions.mutate())).toBe('REAUTHENTICATION_NEEDED');
  });

  test('ignores an unsolicited attestation, whatever it says', async () => {
    const maya = await aPerson(app);
    const options = await maya.api.auth.passkeys.addOptions.mutate();
    const attestation = { format: 'apple', statement: new Map([['x5c', 'http://169.254.169.254/']]) };
    const response = laptop.create(options, { attestation });
    await maya.api.auth.passkeys.add.mutate({ friendlyName: 'Laptop', response });
    expect((await signIn()).result).toBe('accepted');
  });

  test.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without asking who is there', { isVerified: false }],
    ['with nobody there', { isPresent: false }],
    ['to a question that was not asked', { challenge: 'bm90LW91cnM' }],
    ['as if it signed in', { type: 'webauthn.get' }],
  ])('rejects a response %s', async (_, lies) => {
    const maya = await aPerson(app);
    const options = await maya.api.auth.passkeys.addOptions.mutate();
    const response = laptop.create(options, lies);
    expect(await refusal(maya.api.auth.passkeys.add.mutate({ friendlyName: 'Laptop', response }))).toBe(
      'PASSKEY_REFUSED',
    );
    expect(await maya.api.auth.passkeys.list.query()).toEqual([]);
  });

  test('accepts a challenge once, for five minutes, and from the person it was issued to', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const give = (who: Browser, response: ReturnType<SoftwareAuthenticator['create']>) =>
      refusal(who.api.auth.passkeys.add.mutate({ friendlyName: `Key ${laptop.held.length}`, response }));
    const options = await maya.api.auth.passkeys.addOptions.mutate();
    expect(await give(tomas, laptop.create(options))).toBe('PASSKEY_REFUSED');
    expect(await give(maya, laptop.create(options))).toBe('accepted');
    expect(await give(maya, laptop.create(options))).toBe('PASSKEY_REFUSED');
    const late = await maya.api.auth.passkeys.addOptions.mutate();
    app.clock.advance(5 * MINUTE_MS);
    expect(await give(maya, laptop.create(late))).toBe('PASSKEY_REFUSED');
  });

  test('rejects input that is not a browser’s response the same way', async () => {
    const maya = await aPerson(app);
    const options = await maya.api.auth.passkeys.addOptions.mutate();
    const honest = laptop.create(options);
    for (const clientDataJSON of ['e30', 'AAAA', Buffer.from('{"challenge":7}').toString('base64url')])
      expect(
        await refusal(
          maya.api.auth.passkeys.add.mutate({
            friendlyName: 'Laptop',
            response: { ...honest, response: { ...honest.response, clientDataJSON } },
          }),
        ),
      ).toBe('PASSKEY_REFUSED');
    const cut = { ...honest.response, attestationObject: 'oWNmbXQ' };
    expect(
      await refusal(
        maya.api.auth.passkeys.add.mutate({ friendlyName: 'Laptop', response: { ...honest, response: cut } }),
      ),
    ).toBe('PASSKEY_REFUSED');
  });

  test('adds a passkey to an account once', async () => {
    const maya = await aPerson(app);
    await add(maya);
    const twin = softwareAuthenticator();
    const response = twin.create(await maya.api.auth.passkeys.addOptions.mutate());
    await app.db
      .updateTable('passkeys')
      .set({ credential_id: twin.held[0]?.id ?? '' })
      .execute();
    expect(await refusal(maya.api.auth.passkeys.add.mutate({ friendlyName: 'Mine', response }))).toBe(
      'PASSKEY_REFUSED',
    );
    expect(await maya.api.auth.passkeys.list.query()).toHaveLength(1);
  });

  test('leaves a passkey with its owner when someone else tries to add its id', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    await add(maya);
    const [mayas] = laptop.held;
    const twin = softwareAuthenticator({ id: mayas?.id });
    const response = twin.create(await tomas.api.auth.passkeys.addOptions.mutate());
    await refusal(tomas.api.auth.passkeys.add.mutate({ friendlyName: 'Mine', response }));
    const { browser, result } = await signIn();
    expect(result).toBe('accepted');
    expect(await browser.api.auth.session.query()).toMatchObject({ user: { email: maya.email } });
    expect((await signIn({ signer: twin.held[0]?.privateKey })).result).toBe('PASSKEY_REFUSED');
    expect(await maya.api.auth.passkeys.list.query()).toHaveLength(1);
  });

  test('stops at twenty, even in parallel', async () => {
    const maya = await aPerson(app);
    const cookie = maya.cookie();
    const responses = await Promise.all(
      Array.from({ length: PASSKEYS_MAX + 5 }, async () =>
        laptop.create(await maya.api.auth.passkeys.addOptions.mutate()),
      ),
    );
    const { userId, email } = maya;
    const session = await app.container.services.sessions.validate(cookie.split('=')[1] ?? '', {
      address: '',
      userAgent: '',
    });
    if (!session) throw new Error('maya is signed in');
    const client = { address: '203.0.113.7', userAgent: 'vitest' };
    const results = await Promise.all(
      responses.map((response) =>
        app.container.services.passkeys
          .add({ ...session, userId, email }, { friendlyName: 'Key', response }, client)
          .then(
            () => 'accepted',
            (error: { code: string }) => error.code,
          ),
      ),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(PASSKEYS_MAX);
    expect(results.filter((result) => result === 'TOO_MANY_FACTORS')).toHaveLength(5);
  });
});

describe('signing in with a passkey', () => {
  test('needs no address and no password, and counts as both factors', async () => {
    const maya = await aPerson(app);
    await addTotp(app, maya);
    await add(maya);
    app.clock.advance(MINUTE_MS);
    const { browser, result } = await signIn();
    expect(result).toBe('accepted');
    expect(await browser.api.auth.session.query()).toMatchObject({
      user: { email: maya.email },
      needsSecondFactor: false,
    });
    expect((await browser.api.auth.reauthentication.ways.query()).isFresh).toBe(true);
    const [key] = await browser.api.auth.passkeys.list.query();
    expect(key?.lastUsedAt).toBe((await app.clock.now()).toISOString());
  });

  test.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without asking who is there', { isVerified: false }],
    ['with nobody there', { isPresent: false }],
    ['to a question that was not asked', { challenge: 'bm90LW91cnM' }],
    ['as if it were new', { type: 'webauthn.create' }],
    ['signed by another key', { signer: foreignKey() }],
    ['that names no owner', { userHandle: null }],
    ['with an empty user handle', { userHandle: '' }],
    ['with a user handle that is not ours', { userHandle: Buffer.from('someone else').toString('base64url') }],
    ['that names another owner', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
  ])('rejects a response %s', async (_, lies) => {
    await add(await aPerson(app));
    expect((await signIn(lies)).result).toBe('PASSKEY_REFUSED');
    expect((await signIn()).result).toBe('accepted');
  });

  test('accepts a challenge once, even if the response was wrong, and for five minutes', async () => {
    await add(await aPerson(app));
    const { api } = app.browser();
    const give = async (options: Get[0], lies: Get[1] = {}) =>
      refusal(api.auth.passkeys.signIn.mutate({ response: laptop.get(options, lies) }));
    const options = await api.auth.passkeys.signInOptions.mutate();
    expect(await give(options, { origin: 'https://evil.example' })).toBe('PASSKEY_REFUSED');
    expect(await give(options)).toBe('PASSKEY_REFUSED');
    const once = await api.auth.passkeys.signInOptions.mutate();
    const responses = Array.from({ length: 10 }, () => laptop.get(once));
    const results = await Promise.all(
      responses.map((response) => refusal(app.browser().api.auth.passkeys.signIn.mutate({ response }))),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
    const late = await api.auth.passkeys.signInOptions.mutate();
    app.clock.advance(5 * MINUTE_MS);
    expect(await give(late)).toBe('PASSKEY_REFUSED');
  });

  test('rejects the challenge of a re-authentication', async () => {
    const maya = await aPerson(app);
    await add(maya);
    const options = await maya.api.auth.reauthentication.passkeyOptions.mutate();
    const response = laptop.get(options);
    expect(await refusal(app.browser().api.auth.passkeys.signIn.mutate({ response }))).toBe('PASSKEY_REFUSED');
  });

  test('treats a counter that does not advance as a copied key', async () => {
    await add(await aPerson(app));
    expect((await signIn({ counter: 7 })).result).toBe('accepted');
    expect((await signIn({ counter: 7 })).result).toBe('PASSKEY_REFUSED');
    expect((await signIn({ counter: 6 })).result).toBe('PASSKEY_REFUSED');
    expect((await signIn({ counter: 0 })).result).toBe('PASSKEY_REFUSED');
    expect((await signIn({ counter: 8 })).result).toBe('accepted');
  });

  test('accepts one of two simultaneous responses with the same counter', async () => {
    await add(await aPerson(app));
    const { api } = app.browser();
    const questions = await Promise.all(Array.from({ length: 10 }, () => api.auth.passkeys.signInOptions.mutate()));
    const results = await Promise.all(
      questions
        .map((options) => laptop.get(options, { counter: 5 }))
        .map((response) => refusal(app.browser().api.auth.passkeys.signIn.mutate({ response }))),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
  });

  test('works every time with a synced passkey, which has no counter', async () => {
    laptop = softwareAuthenticator({ isCounting: false, isSynced: true });
    const maya = await aPerson(app);
    await add(maya);
    expect((await signIn()).result).toBe('accepted');
    expect((await signIn()).result).toBe('accepted');
    expect(await maya.api.auth.passkeys.list.query()).toMatchObject([{ isBackedUp: true }]);
  });

  test('fails with an unknown or removed passkey', async () => {
    const maya = await aPerson(app, { password: 'forty warm bowls' });
    const { id } = await add(maya);
    const stranger = softwareAuthenticator();
    stranger.create(await maya.api.auth.passkeys.addOptions.mutate());
    expect((await signIn({}, stranger.held[0])).result).toBe('PASSKEY_REFUSED');
    await maya.api.auth.passkeys.remove.mutate({ id });
    expect((await signIn()).result).toBe('PASSKEY_REFUSED');
  });

  test('fails for an account whose address was never confirmed', async () => {
    await add(await aPerson(app));
    await app.db.updateTable('users').set({ email_confirmed_at: null }).execute();
    expect((await signIn()).result).toBe('PASSKEY_REFUSED');
  });

  test('allows a hundred tries per address in a quarter of an hour', async () => {
    await add(await aPerson(app));
    const { api } = app.browser();
    const options = await api.auth.passkeys.signInOptions.mutate();
    const response = laptop.get(options, { challenge: 'bm90LW91cnM' });
    const results: string[] = [];
    for (let tried = 0; tried < 105; tried += 1)
      results.push(await refusal(api.auth.passkeys.signIn.mutate({ response })));
    expect(results.filter((result) => result === 'TOO_MANY_ATTEMPTS')).toHaveLength(5);
    app.clock.advance(15 * MINUTE_MS);
    expect((await signIn()).result).toBe('accepted');
  });
});

describe('the list of passkeys', () => {
  test('allows renaming one, and removing one, which signs other devices out', async () => {
    const maya = await aPerson(app, { password: 'forty warm bowls' });
    const { id } = await add(maya);
    await maya.api.auth.passkeys.rename.mutate({ id, friendlyName: 'Old laptop' });
    expect(await maya.api.auth.passkeys.list.query()).toMatchObject([{ friendlyName: 'Old laptop' }]);
    const [elsewhere, old] = [await withPasswordOnly(app, maya), app.browser({ cookie: maya.cookie() })];
    await maya.api.auth.passkeys.remove.mutate({ id });
    expect(await maya.api.auth.passkeys.list.query()).toEqual([]);
    expect(await old.api.auth.session.query()).toBeNull();
    expect(await elsewhere.api.auth.session.query()).toBeNull();
    expect((await mailWith('Passkey removed: your Tenfold account'))?.text).toContain('Old laptop');
  });

  test('keeps the only way into an account', async () => {
    const maya = await aPerson(app);
    const { id } = await add(maya);
    expect(await refusal(maya.api.auth.passkeys.remove.mutate({ id }))).toBe('LAST_WAY_IN');
    const second = await add(maya, 'Phone');
    expect(await refusal(maya.api.auth.passkeys.remove.mutate({ id }))).toBe('accepted');
    expect(await refusal(maya.api.auth.passkeys.remove.mutate({ id: second.id }))).toBe('LAST_WAY_IN');
    const now = await app.clock.now();
    await app.db
      .insertInto('identities')
      .values({
        provider: 'google',
        subject: '7',
        user_id: maya.userId,
        email: maya.email,
        created_at: now,
        last_used_at: now,
      })
      .execute();
    expect(await refusal(maya.api.auth.passkeys.remove.mutate({ id: second.id }))).toBe('accepted');
  });

  test('keeps one when the last two are removed simultaneously', async () => {
    const maya = await aPerson(app);
    const ids = [(await add(maya)).id, (await add(maya, 'Phone')).id];
    const cookie = maya.cookie();
    const results = await Promise.all(
      ids.map((id) => refusal(app.browser({ cookie }).api.auth.passkeys.remove.mutate({ id }))),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
  });

  test('is hidden from other people', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const { id } = await add(maya);
    expect(await tomas.api.auth.passkeys.list.query()).toEqual([]);
    expect(await refusal(tomas.api.auth.passkeys.rename.mutate({ id, friendlyName: 'Mine' }))).toBe('NOT_FOUND');
    expect(await refusal(tomas.api.auth.passkeys.remove.mutate({ id }))).toBe('NOT_FOUND');
  });

  test('drops unanswered challenges', async () => {
    await app.browser().api.auth.passkeys.signInOptions.mutate();
    app.clock.advance(5 * MINUTE_MS);
    await purge(app);
    expect(await app.db.selectFrom('passkey_challenges').select('challenge_hash').execute()).toEqual([]);
  });
});
