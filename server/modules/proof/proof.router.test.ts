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

/** A sensitive change, harmless here: the question itself asks for a fresh proof. */
const change = ({ api }: Browser) => refusal(api.auth.passkeys.addOptions.mutate());
const grow = () => app.clock.advance(10 * MINUTE_MS + 1);
const codeMails = () => app.mails.filter(({ subject }) => subject.endsWith('security code'));
const emailCode = () => /\d{6}/.exec(codeMails().at(-1)?.text ?? '')?.[0] ?? '';
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

async function addPasskey({ api }: Browser) {
  const key = softwareAuthenticator();
  const response = key.create(await api.auth.passkeys.addOptions.mutate());
  await api.auth.passkeys.add.mutate({ friendlyName: 'Laptop', response });
  return key;
}

test('a proof is fresh for ten minutes, and then a sensitive change asks for another', async () => {
  const maya = await aPerson(app, { password: PASSWORD });
  expect(await change(maya)).toBe('accepted');
  app.clock.advance(10 * MINUTE_MS);
  expect(await change(maya)).toBe('accepted');
  app.clock.advance(1);
  expect(await change(maya)).toBe('PROOF_NEEDED');
  expect((await maya.api.auth.proof.ways.query()).isFresh).toBe(false);
  await maya.api.auth.proof.password.mutate({ password: PASSWORD });
  expect((await maya.api.auth.proof.ways.query()).isFresh).toBe(true);
  expect(await change(maya)).toBe('accepted');
});

test('a proof gives this session a new cookie and leaves other devices alone', async () => {
  const maya = await aPerson(app, { password: PASSWORD });
  const [elsewhere, old] = [await withPasswordOnly(app, maya), app.browser({ cookie: maya.cookie() })];
  await maya.api.auth.proof.password.mutate({ password: PASSWORD });
  expect(await maya.api.auth.session.query()).not.toBeNull();
  expect(await old.api.auth.session.query()).toBeNull();
  expect(await elsewhere.api.auth.session.query()).not.toBeNull();
});

describe('which ways there are', () => {
  const none = { password: false, factors: [], passkey: false, email: false };

  test('with a password only: the password, or a code by mail', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    expect(await maya.api.auth.proof.ways.query()).toEqual({ ...none, isFresh: true, password: true, email: true });
    await maya.api.auth.proof.sendEmailCode.mutate();
    expect(await refusal(maya.api.auth.proof.emailCode.mutate({ code: emailCode() }))).toBe('accepted');
  });

  test('with a passkey too: that as well', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    await addPasskey(maya);
    expect(await maya.api.auth.proof.ways.query()).toMatchObject({
      ...none,
      password: true,
      passkey: true,
      email: true,
    });
  });

  test('with no password: a code by mail', async () => {
    const maya = await aPerson(app);
    expect(await maya.api.auth.proof.ways.query()).toMatchObject({ ...none, email: true });
    expect(await refusal(maya.api.auth.proof.password.mutate({ password: PASSWORD }))).toBe('PROOF_NEEDED');
  });

  test('with a second factor: never the password or a mail alone', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const { factorId } = await addTotp(app, maya, 'My app');
    const phone = await addPhone(app, maya);
    await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'Unfinished' });
    expect(await maya.api.auth.proof.ways.query()).toMatchObject({
      ...none,
      factors: [
        { id: factorId, factorType: 'totp', friendlyName: 'My app' },
        { id: phone.factorId, factorType: 'phone', friendlyName: 'My phone' },
      ],
    });
    expect(await refusal(maya.api.auth.proof.password.mutate({ password: PASSWORD }))).toBe('PROOF_NEEDED');
    expect(await refusal(maya.api.auth.proof.sendEmailCode.mutate())).toBe('PROOF_NEEDED');
    expect(await refusal(maya.api.auth.proof.emailCode.mutate({ code: '123456' }))).toBe('PROOF_NEEDED');
  });

  test('a code that was sent before the second factor was added proves nothing after it', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    await maya.api.auth.proof.sendEmailCode.mutate();
    const code = emailCode();
    await addTotp(app, maya);
    expect(await refusal(maya.api.auth.proof.emailCode.mutate({ code }))).toBe('PROOF_NEEDED');
  });
});

describe('the password', () => {
  test('a wrong one proves nothing, and ten stop the guessing', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    grow();
    const results: string[] = [];
    for (let tried = 0; tried < 12; tried += 1)
      results.push(await refusal(maya.api.auth.proof.password.mutate({ password: `wrong ${tried}` })));
    expect(results.filter((result) => result === 'PASSWORD_WRONG')).toHaveLength(10);
    expect(results.at(-1)).toBe('TOO_MANY_ATTEMPTS');
    expect(await refusal(maya.api.auth.proof.password.mutate({ password: PASSWORD }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await change(maya)).toBe('PROOF_NEEDED');
  });

  test('the right one lets the guessing begin anew', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 0; tried < 9; tried += 1)
        await refusal(maya.api.auth.proof.password.mutate({ password: `wrong ${tried}` }));
      expect(await refusal(maya.api.auth.proof.password.mutate({ password: PASSWORD }))).toBe('accepted');
    }
  });
});

describe('a code by mail', () => {
  test('comes in the product’s design, works once and for ten minutes, and is nowhere in clear', async () => {
    const maya = await aPerson(app);
    grow();
    await maya.api.auth.proof.sendEmailCode.mutate();
    expect(codeMails().at(-1)).toMatchObject({ to: maya.email });
    const code = emailCode();
    expect(codeMails().at(-1)?.html).toContain(code);
    const rows = await app.db.selectFrom('email_links').selectAll().execute();
    expect(rows).toMatchObject([{ purpose: 'prove' }]);
    expect(JSON.stringify(rows)).not.toContain(code);
    const old = app.browser({ cookie: maya.cookie() });
    await maya.api.auth.proof.emailCode.mutate({ code });
    expect(await old.api.auth.session.query()).toBeNull();
    expect(await change(maya)).toBe('accepted');
    expect(await refusal(maya.api.auth.proof.emailCode.mutate({ code }))).toBe('CODE_INVALID');
    await maya.api.auth.proof.sendEmailCode.mutate();
    app.clock.advance(10 * MINUTE_MS);
    expect(await refusal(maya.api.auth.proof.emailCode.mutate({ code: emailCode() }))).toBe('CODE_INVALID');
  });

  test('given twenty times at once it proves once', async () => {
    const maya = await aPerson(app);
    await maya.api.auth.proof.sendEmailCode.mutate();
    const [code, cookie] = [emailCode(), maya.cookie()];
    const results = await Promise.all(
      Array.from({ length: 20 }, () => refusal(app.browser({ cookie }).api.auth.proof.emailCode.mutate({ code }))),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(1);
  });

  test('a new one takes the place of the old one', async () => {
    const maya = await aPerson(app);
    await maya.api.auth.proof.sendEmailCode.mutate();
    const first = emailCode();
    await maya.api.auth.proof.sendEmailCode.mutate();
    const second = emailCode();
    if (first !== second)
      expect(await refusal(maya.api.auth.proof.emailCode.mutate({ code: first }))).toBe('CODE_INVALID');
    expect(await refusal(maya.api.auth.proof.emailCode.mutate({ code: second }))).toBe('accepted');
  });

  test('that of another person proves nothing', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    await maya.api.auth.proof.sendEmailCode.mutate();
    expect(await refusal(tomas.api.auth.proof.emailCode.mutate({ code: emailCode() }))).toBe('CODE_INVALID');
  });

  test('ten wrong ones stop the guessing, packed in one request or not', async () => {
    const maya = await aPerson(app);
    await maya.api.auth.proof.sendEmailCode.mutate();
    const wrong = otherThan(emailCode());
    const packed = app.browser({ batch: true, cookie: maya.cookie() });
    const results = await Promise.all(
      Array.from({ length: 20 }, () => refusal(packed.api.auth.proof.emailCode.mutate({ code: wrong }))),
    );
    expect(results.filter((result) => result === 'CODE_INVALID')).toHaveLength(10);
    expect(results.filter((result) => result === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
  });

  test('five mails an hour are enough', async () => {
    const maya = await aPerson(app);
    const results: string[] = [];
    for (let sent = 0; sent < 7; sent += 1) results.push(await refusal(maya.api.auth.proof.sendEmailCode.mutate()));
    expect(results.filter((result) => result === 'accepted')).toHaveLength(5);
    expect(codeMails()).toHaveLength(5);
  });
});

describe('a factor', () => {
  test('proves with its code, and a wrong code does not', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const { factorId, secret } = await addTotp(app, maya);
    grow();
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const give = (code: string) => refusal(maya.api.auth.proof.factor.mutate({ factorId, challengeId, code }));
    expect(await give(await wrongCodeOf(app, secret))).toBe('CODE_INVALID');
    expect(await change(maya)).toBe('PROOF_NEEDED');
    expect(await give(await codeOf(app, secret))).toBe('accepted');
    expect(await change(maya)).toBe('accepted');
  });

  test('one whose enrolment is unfinished proves nothing', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const { id: factorId, totp } = await maya.api.auth.factors.enroll.mutate({
      factorType: 'totp',
      friendlyName: 'New',
    });
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const answer = { factorId, challengeId, code: await codeOf(app, totp?.secret ?? '') };
    expect(await refusal(maya.api.auth.proof.factor.mutate(answer))).toBe('NOT_FOUND');
    expect(await maya.api.auth.factors.list.query()).toMatchObject([{ status: 'unverified' }]);
  });

  test('a recovery code proves instead, once', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const { recoveryCodes } = await addTotp(app, maya);
    grow();
    const code = recoveryCodes[3] ?? '';
    expect(await refusal(maya.api.auth.proof.recoveryCode.mutate({ code }))).toBe('accepted');
    expect(await change(maya)).toBe('accepted');
    expect(await refusal(maya.api.auth.proof.recoveryCode.mutate({ code }))).toBe('CODE_INVALID');
  });
});

describe('a passkey', () => {
  test('proves, whatever else there is', async () => {
    const maya = await aPerson(app, { password: PASSWORD });
    const key = await addPasskey(maya);
    await addTotp(app, maya);
    grow();
    const old = app.browser({ cookie: maya.cookie() });
    const options = await maya.api.auth.proof.passkeyOptions.mutate();
    expect(options.allowCredentials).toMatchObject([{ id: key.held[0]?.id }]);
    await maya.api.auth.proof.passkey.mutate({ response: key.get(options) });
    expect(await change(maya)).toBe('accepted');
    expect(await old.api.auth.session.query()).toBeNull();
  });

  test('that of another person proves nothing, nor does an answer to another question', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const [mine, his] = [await addPasskey(maya), await addPasskey(tomas)];
    grow();
    const options = await maya.api.auth.proof.passkeyOptions.mutate();
    expect(await refusal(maya.api.auth.proof.passkey.mutate({ response: his.get(options) }))).toBe('PASSKEY_REFUSED');
    const used = await maya.api.auth.proof.passkeyOptions.mutate();
    expect(await refusal(tomas.api.auth.proof.passkey.mutate({ response: his.get(used) }))).toBe('PASSKEY_REFUSED');
    const signIn = await maya.api.auth.passkeys.signInOptions.mutate();
    expect(await refusal(maya.api.auth.proof.passkey.mutate({ response: mine.get(signIn) }))).toBe('PASSKEY_REFUSED');
    expect(await change(maya)).toBe('PROOF_NEEDED');
  });
});
