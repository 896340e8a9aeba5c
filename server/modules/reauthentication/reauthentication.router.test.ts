import { beforeEach, describe, expect, test } from 'vitest';
import { addPhone, addTotp, codeOf, withPasswordOnly, wrongCodeOf } from '#tests/support/factors.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { softwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { createTestApp, type Browser, type TestApp } from '#tests/support/test-app.ts';

const PASSWORD = 'forty warm bowls';
const MINUTE_MS = 60_000;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

/** A sensitive change with no effect here: only the need for a recent authentication matters. */
const change = ({ api }: Browser) => refusal(api.auth.passkeys.addOptions.mutate());
const grow = () => app.clock.advance(10 * MINUTE_MS + 1);
const codeEmails = () => app.emails.filter(({ subject }) => subject.endsWith('security code'));
const emailCode = () => /\d{6}/.exec(codeEmails().at(-1)?.text ?? '')?.[0] ?? '';
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

async function addPasskey({ api }: Browser) {
  const key = softwareAuthenticator();
  const response = key.create(await api.auth.passkeys.addOptions.mutate());
  await api.auth.passkeys.add.mutate({ friendlyName: 'Laptop', response });
  return key;
}

test('an authentication is recent for ten minutes, and then a sensitive change needs another', async () => {
  const maya = await aPerson(app, { password: PASSWORD });
  expect(await change(maya)).toBe('accepted');
  app.clock.advance(10 * MINUTE_MS);
  expect(await change(maya)).toBe('accepted');
  app.clock.advance(1);
  expect(await change(maya)).toBe('REAUTHENTICATION_NEEDED');
  expect((await maya.api.auth.reauthentication.ways.query()).isFresh).toBe(false);
  await maya.api.auth.reauthentication.password.mutate({ password: PASSWORD });
  expect((await maya.api.auth.reauthentication.ways.query()).isFresh).toBe(true);
  expect(await change(maya)).toBe('accepted');
});

test('a re-authentication gives this session a new cookie and leaves other devices alone', async () => {
  const maya = await aPerson(app, { password: PASSWORD });
  const [elsewhere, old] = [await withPasswordOnly(app, maya), app.browser({ cookie: maya.cookie() })];
  await maya.api.auth.reauthentication.password.mutate({ password: PASSWORD });
  expect(await maya.api.auth.session.query()).not.toBeNull();
  expect(await old.api.auth.session.query()).toBeNull();
  expect(await elsewhere.api.auth.session.query()).not.toBeNull();
});

describe('the available methods', () => {
  const none = { password: false, factors: [], passkey: false, email: false };

  test('with only a password are the password, or a code by email', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    expect(await maya.api.auth.reauthentication.ways.query()).toEqual({
      ...none,
      isFresh: true,
      password: true,
      email: true,
    });
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    expect(await refusal(maya.api.auth.reauthentication.emailCode.mutate({ code: emailCode() }))).toBe('accepted');
  });

  test('with a passkey include it', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    await addPasskey(maya);
    expect(await maya.api.auth.reauthentication.ways.query()).toMatchObject({
      ...none,
      password: true,
      passkey: true,
      email: true,
    });
  });

  test('without a password are a code by email', async () => {
    const maya = await aPerson(app);
    expect(await maya.api.auth.reauthentication.ways.query()).toMatchObject({ ...none, email: true });
    expect(await refusal(maya.api.auth.reauthentication.password.mutate({ password: PASSWORD }))).toBe(
      'REAUTHENTICATION_NEEDED',
    );
  });

  test('with a second factor never include the password or an email alone', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const { factorId } = await addTotp(app, maya, 'My app');
    const phone = await addPhone(app, maya);
    await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'Unfinished' });
    expect(await maya.api.auth.reauthentication.ways.query()).toMatchObject({
      ...none,
      factors: [
        { id: factorId, factorType: 'totp', friendlyName: 'My app' },
        { id: phone.factorId, factorType: 'phone', friendlyName: 'My phone' },
      ],
    });
    expect(await refusal(maya.api.auth.reauthentication.password.mutate({ password: PASSWORD }))).toBe(
      'REAUTHENTICATION_NEEDED',
    );
    expect(await refusal(maya.api.auth.reauthentication.sendEmailCode.mutate())).toBe('REAUTHENTICATION_NEEDED');
    expect(await refusal(maya.api.auth.reauthentication.emailCode.mutate({ code: '123456' }))).toBe(
      'REAUTHENTICATION_NEEDED',
    );
  });

  test('don’t include a code that was sent before the second factor was added', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    const code = emailCode();
    await addTotp(app, maya);
    expect(await refusal(maya.api.auth.reauthentication.emailCode.mutate({ code }))).toBe('REAUTHENTICATION_NEEDED');
  });
});

describe('the password', () => {
  test('is refused if wrong, and ten wrong ones stop the guessing', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    grow();
    const results: string[] = [];
    for (let tried = 0; tried < 12; tried += 1)
      results.push(await refusal(maya.api.auth.reauthentication.password.mutate({ password: `wrong ${tried}` })));
    expect(results.filter((result) => result === 'PASSWORD_WRONG')).toHaveLength(10);
    expect(results.at(-1)).toBe('TOO_MANY_ATTEMPTS');
    expect(await refusal(maya.api.auth.reauthentication.password.mutate({ password: PASSWORD }))).toBe(
      'TOO_MANY_ATTEMPTS',
    );
    expect(await change(maya)).toBe('REAUTHENTICATION_NEEDED');
  });

  test('resets the count of guesses if right', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 0; tried < 9; tried += 1)
        await refusal(maya.api.auth.reauthentication.password.mutate({ password: `wrong ${tried}` }));
      expect(await refusal(maya.api.auth.reauthentication.password.mutate({ password: PASSWORD }))).toBe('accepted');
    }
  });
});

describe('a code by email', () => {
  test('comes in the product’s design, works once within ten minutes, and is never stored in plain text', async () => {
    const maya = await aPerson(app);
    grow();
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    expect(codeEmails().at(-1)).toMatchObject({ to: maya.email });
    const code = emailCode();
    expect(codeEmails().at(-1)?.html).toContain(code);
    const rows = await app.db.selectFrom('email_links').selectAll().execute();
    expect(rows).toMatchObject([{ purpose: 'reauthenticate' }]);
    expect(JSON.stringify(rows)).not.toContain(code);
    const old = app.browser({ cookie: maya.cookie() });
    await maya.api.auth.reauthentication.emailCode.mutate({ code });
    expect(await old.api.auth.session.query()).toBeNull();
    expect(await change(maya)).toBe('accepted');
    expect(await refusal(maya.api.auth.reauthentication.emailCode.mutate({ code }))).toBe('CODE_INVALID');
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    app.clock.advance(10 * MINUTE_MS);
    expect(await refusal(maya.api.auth.reauthentication.emailCode.mutate({ code: emailCode() }))).toBe('CODE_INVALID');
  });

  test('is accepted once when sent twenty times simultaneously', async () => {
    const maya = await aPerson(app);
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    const [code, cookie] = [emailCode(), maya.cookie()];
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        refusal(app.browser({ cookie }).api.auth.reauthentication.emailCode.mutate({ code })),
      ),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
  });

  test('is replaced by a new one', async () => {
    const maya = await aPerson(app);
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    const first = emailCode();
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    const second = emailCode();
    if (first !== second)
      expect(await refusal(maya.api.auth.reauthentication.emailCode.mutate({ code: first }))).toBe('CODE_INVALID');
    expect(await refusal(maya.api.auth.reauthentication.emailCode.mutate({ code: second }))).toBe('accepted');
  });

  test('is refused if it is another person’s', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    expect(await refusal(tomas.api.auth.reauthentication.emailCode.mutate({ code: emailCode() }))).toBe('CODE_INVALID');
  });

  test('cannot be guessed more than ten times, batched or not', async () => {
    const maya = await aPerson(app);
    await maya.api.auth.reauthentication.sendEmailCode.mutate();
    const wrong = otherThan(emailCode());
    const packed = app.browser({ batch: true, cookie: maya.cookie() });
    const results = await Promise.all(
      Array.from({ length: 20 }, () => refusal(packed.api.auth.reauthentication.emailCode.mutate({ code: wrong }))),
    );
    expect(results.filter((result) => result === 'CODE_INVALID')).toHaveLength(10);
    expect(results.filter((result) => result === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
  });

  test('is emailed at most five times an hour', async () => {
    const maya = await aPerson(app);
    const results: string[] = [];
    for (let sent = 0; sent < 7; sent += 1)
      results.push(await refusal(maya.api.auth.reauthentication.sendEmailCode.mutate()));
    expect(results.filter((result) => result === 'accepted')).toHaveLength(5);
    expect(codeEmails()).toHaveLength(5);
  });
});

describe('a factor', () => {
  test('is accepted with its code, and not with a wrong one', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const { factorId, secret } = await addTotp(app, maya);
    grow();
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const give = (code: string) =>
      refusal(maya.api.auth.reauthentication.factor.mutate({ factorId, challengeId, code }));
    expect(await give(await wrongCodeOf(app, secret))).toBe('CODE_INVALID');
    expect(await change(maya)).toBe('REAUTHENTICATION_NEEDED');
    expect(await give(await codeOf(app, secret))).toBe('accepted');
    expect(await change(maya)).toBe('accepted');
  });

  test('is refused if its enrollment is unfinished', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const { id: factorId, totp } = await maya.api.auth.factors.enroll.mutate({
      factorType: 'totp',
      friendlyName: 'New',
    });
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const answer = { factorId, challengeId, code: await codeOf(app, totp?.secret ?? '') };
    expect(await refusal(maya.api.auth.reauthentication.factor.mutate(answer))).toBe('NOT_FOUND');
    expect(await maya.api.auth.factors.list.query()).toMatchObject([{ status: 'unverified' }]);
  });

  test('can be replaced by a recovery code, once', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const { recoveryCodes } = await addTotp(app, maya);
    grow();
    const code = recoveryCodes[3] ?? '';
    expect(await refusal(maya.api.auth.reauthentication.recoveryCode.mutate({ code }))).toBe('accepted');
    expect(await change(maya)).toBe('accepted');
    expect(await refusal(maya.api.auth.reauthentication.recoveryCode.mutate({ code }))).toBe('CODE_INVALID');
  });
});

describe('a passkey', () => {
  test('is accepted, whatever other methods there are', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const key = await addPasskey(maya);
    await addTotp(app, maya);
    grow();
    const old = app.browser({ cookie: maya.cookie() });
    const options = await maya.api.auth.reauthentication.passkeyOptions.mutate();
    expect(options.allowCredentials).toMatchObject([{ id: key.held[0]?.id }]);
    await maya.api.auth.reauthentication.passkey.mutate({ response: key.get(options) });
    expect(await change(maya)).toBe('accepted');
    expect(await old.api.auth.session.query()).toBeNull();
  });

  test('may leave its user handle out, but not send another person’s', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const key = await addPasskey(maya);
    const answer = async (userHandle: string | null) => {
      const options = await maya.api.auth.reauthentication.passkeyOptions.mutate();
      const response = key.get(options, { userHandle });
      return refusal(maya.api.auth.reauthentication.passkey.mutate({ response }));
    };
    expect(await answer(Buffer.from(tomas.userId).toString('base64url'))).toBe('PASSKEY_REFUSED');
    expect(await answer('bm90LW91cnM')).toBe('PASSKEY_REFUSED');
    expect(await answer(null)).toBe('accepted');
  });

  test('is refused if it is another person’s, or answers another challenge', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const [mine, his] = [await addPasskey(maya), await addPasskey(tomas)];
    grow();
    const options = await maya.api.auth.reauthentication.passkeyOptions.mutate();
    expect(await refusal(maya.api.auth.reauthentication.passkey.mutate({ response: his.get(options) }))).toBe(
      'PASSKEY_REFUSED',
    );
    const used = await maya.api.auth.reauthentication.passkeyOptions.mutate();
    expect(await refusal(tomas.api.auth.reauthentication.passkey.mutate({ response: his.get(used) }))).toBe(
      'PASSKEY_REFUSED',
    );
    const signIn = await maya.api.auth.passkeys.signInOptions.mutate();
    expect(await refusal(maya.api.auth.reauthentication.passkey.mutate({ response: mine.get(signIn) }))).toBe(
      'PASSKEY_REFUSED',
    );
    expect(await change(maya)).toBe('REAUTHENTICATION_NEEDED');
  });
});
