import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { FACTORS_MAX } from '#contract/account/factor-limits.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { addPhone, addTotp, codeOf, smsCode, withPasswordOnly, wrongCodeOf } from '#tests/support/factors.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const PHONE = '+46701234567';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

/** The emails sent, including notices that go out after the answer. */
async function mailed() {
  await app.container.jobs.idle();
  return app.emails;
}
/** The one with this subject: the order of notices that become due together is open. */
const mailWith = async (subject: string) => (await mailed()).find((mail) => mail.subject === subject);
const subjects = async () => (await mailed()).map(({ subject }) => subject);
const kinds = async () =>
  (await app.db.selectFrom('security_events').select('kind').execute()).map((event) => event.kind);

/** The content of every table, as text. */
async function allData(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(app.db);
  const contents = await Promise.all(
    rows.map(({ name }) => sql<object>`select * from ${sql.table(name)}`.execute(app.db)),
  );
  return JSON.stringify(contents.map((content) => content.rows));
}

describe('an authenticator app', () => {
  test('is added with a QR code or a typed secret, and its first code', async () => {
    const maya = await aPerson(app, { email: 'maya@fernandkiln.example' });
    const enrolled = await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'My app' });
    expect(enrolled).toMatchObject({ factorType: 'totp', friendlyName: 'My app', phone: null });
    const { qrCode, secret, uri } = enrolled.totp ?? { qrCode: '', secret: '', uri: '' };
    expect(qrCode).toMatch(/^<svg /);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/${PRODUCT_NAME}:maya%40fernandkiln.example?issuer=${PRODUCT_NAME}&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await maya.api.auth.factors.list.query()).toMatchObject([{ status: 'unverified', phone: null }]);
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId: enrolled.id });
    const code = new TOTP({ secret }).generate({ timestamp: (await app.clock.now()).getTime() });
    const { recoveryCodes } = await maya.api.auth.factors.verify.mutate({ factorId: enrolled.id, challengeId, code });
    expect(recoveryCodes).toHaveLength(10);
    expect(await maya.api.auth.factors.list.query()).toMatchObject([{ status: 'verified', friendlyName: 'My app' }]);
    expect(await kinds()).toEqual(['factor_added']);
    const mail = await mailWith('Second factor added: your Tenfold account');
    expect(mail?.to).toBe(maya.email);
    expect(mail?.text).toContain('My app');
  });

  test('accepts the code of the previous and the next step, however it is spaced, and no other', async () => {
    const maya = await aPerson(app);
    const { factorId, secret } = await addTotp(app, maya);
    app.clock.advance(5 * MINUTE_MS);
    const answer = async (code: string) => {
      const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
      return refusal(maya.api.auth.factors.verify.mutate({ factorId, challengeId, code }));
    };
    expect(await answer(await codeOf(app, secret, -2))).toBe('CODE_INVALID');
    expect(await answer(await codeOf(app, secret, 2))).toBe('CODE_INVALID');
    const [before, after] = [await codeOf(app, secret, -1), await codeOf(app, secret, 1)];
    expect(await answer(`${before.slice(0, 3)} ${before.slice(3)}`)).toBe('accepted');
    expect(await answer(after)).toBe('accepted');
  });

  test('accepts a code once, and none from before it', async () => {
    const maya = await aPerson(app);
    const { factorId, secret } = await addTotp(app, maya);
    const answer = async (code: string) => {
      const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
      return refusal(maya.api.auth.factors.verify.mutate({ factorId, challengeId, code }));
    };
    const [code, earlier] = [await codeOf(app, secret), await codeOf(app, secret, -1)];
    expect(await answer(code)).toBe('accepted');
    expect(await answer(code)).toBe('CODE_INVALID');
    expect(await answer(earlier)).toBe('CODE_INVALID');
  });

  test('accepts an answer to each challenge once, for ten minutes', async () => {
    const maya = await aPerson(app);
    const { factorId, secret } = await addTotp(app, maya);
    const { id: challengeId, expiresAt } = await maya.api.auth.factors.challenge.mutate({ factorId });
    expect(new Date(expiresAt).getTime() - (await app.clock.now()).getTime()).toBe(10 * MINUTE_MS);
    app.clock.advance(10 * MINUTE_MS);
    const late = { factorId, challengeId, code: await codeOf(app, secret) };
    expect(await refusal(maya.api.auth.factors.verify.mutate(late))).toBe('CODE_INVALID');
    const { id: again } = await maya.api.auth.factors.challenge.mutate({ factorId });
    await maya.api.auth.factors.verify.mutate({ ...late, challengeId: again });
    app.clock.advance(30_000);
    const reused = { factorId, challengeId: again, code: await codeOf(app, secret) };
    expect(await refusal(maya.api.auth.factors.verify.mutate(reused))).toBe('CODE_INVALID');
  });
});

describe('a phone', () => {
  test('gets a code by SMS, which verifies it', async () => {
    const maya = await aPerson(app);
    const enrolled = await maya.api.auth.factors.enroll.mutate({
      factorType: 'phone',
      friendlyName: 'My phone',
      phone: '+46 (70) 123-45 67',
    });
    expect(enrolled).toMatchObject({ factorType: 'phone', phone: PHONE, totp: null });
    expect(app.messages).toEqual([]);
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId: enrolled.id });
    expect(app.messages).toMatchObject([{ to: PHONE, channel: 'sms' }]);
    expect(app.messages[0]?.text).toMatch(/^\d{6} is your Tenfold code\.[^]*\n\n@localhost #\d{6}$/);
    const answer = { factorId: enrolled.id, challengeId, code: smsCode(app) };
    expect((await maya.api.auth.factors.verify.mutate(answer)).recoveryCodes).toHaveLength(10);
    expect(await maya.api.auth.factors.list.query()).toMatchObject([{ phone: '•••• 4567', status: 'verified' }]);
  });

  test('gets it by WhatsApp on request', async () => {
    const maya = await aPerson(app);
    const { factorId } = await addPhone(app, maya);
    await maya.api.auth.factors.challenge.mutate({ factorId, channel: 'whatsapp' });
    expect(app.messages.at(-1)).toMatchObject({ to: PHONE, channel: 'whatsapp' });
  });

  test.each(['070 123 45 67', '+0701234567', '+46', 'my phone', '+46701234567890123'])(
    'with the number %s is rejected in plain words',
    async (phone) => {
      const maya = await aPerson(app);
      const asked = maya.api.auth.factors.enroll.mutate({ factorType: 'phone', friendlyName: 'My phone', phone });
      await expect(asked).rejects.toThrow('Please enter the number with its country code, like +1 614 555 0123.');
    },
  );

  test('replaces the old code with a new one', async () => {
    const maya = await aPerson(app);
    const { factorId } = await addPhone(app, maya);
    const { id: first } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const old = { factorId, challengeId: first, code: smsCode(app) };
    app.clock.advance(60_000);
    const { id: second } = await maya.api.auth.factors.challenge.mutate({ factorId });
    expect(await refusal(maya.api.auth.factors.verify.mutate(old))).toBe('NOT_FOUND');
    await maya.api.auth.factors.verify.mutate({ factorId, challengeId: second, code: smsCode(app) });
  });

  test('accepts a code for ten minutes', async () => {
    const maya = await aPerson(app);
    const { factorId } = await addPhone(app, maya);
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    app.clock.advance(10 * MINUTE_MS);
    const late = { factorId, challengeId, code: smsCode(app) };
    expect(await refusal(maya.api.auth.factors.verify.mutate(late))).toBe('CODE_INVALID');
  });

  test('leaves no challenge behind if the message could not be sent', async () => {
    app = await createTestApp({ sms: { send: () => Promise.reject(new Error('down')) } });
    const maya = await aPerson(app);
    const { id: factorId } = await maya.api.auth.factors.enroll.mutate({
      factorType: 'phone',
      friendlyName: 'My phone',
      phone: PHONE,
    });
    expect(await refusal(maya.api.auth.factors.challenge.mutate({ factorId }))).toBe('INTERNAL');
    expect(await app.db.selectFrom('factor_challenges').select('id').execute()).toEqual([]);
  });

  test('cannot be added if no messages can be sent', async () => {
    app = await createTestApp({ sms: null });
    const maya = await aPerson(app);
    const input = { factorType: 'phone' as const, friendlyName: 'My phone', phone: PHONE };
    expect(await refusal(maya.api.auth.factors.enroll.mutate(input))).toBe('SMS_UNAVAILABLE');
  });
});

describe('the list of factors', () => {
  test('an enrollment needs a recent authentication', async () => {
    const maya = await aPerson(app);
    app.clock.advance(10 * MINUTE_MS + 1);
    const input = { factorType: 'totp' as const, friendlyName: 'My app' };
    expect(await refusal(maya.api.auth.factors.enroll.mutate(input))).toBe('REAUTHENTICATION_NEEDED');
  });

  test('recovery codes come with the first factor only', async () => {
    const maya = await aPerson(app);
    await addTotp(app, maya);
    expect((await addPhone(app, maya)).recoveryCodes).toEqual([]);
    expect(await maya.api.auth.recoveryCodes.status.query()).toEqual({ left: 10 });
  });

  test('two first factors verified at the same time create one set of recovery codes', async () => {
    const maya = await aPerson(app);
    const answers = await Promise.all(
      ['one', 'two'].map(async (friendlyName) => {
        const { id: factorId, totp } = await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName });
        const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
        return { factorId, challengeId, code: await codeOf(app, totp?.secret ?? '') };
      }),
    );
    const cookie = maya.cookie();
    const results = await Promise.all(
      answers.map((answer) => app.browser({ cookie }).api.auth.factors.verify.mutate(answer)),
    );
    expect(results.filter(({ recoveryCodes }) => recoveryCodes !== null)).toHaveLength(1);
    expect(await app.db.selectFrom('recovery_codes').select('code_hash').execute()).toHaveLength(10);
  });

  test('names are unique, but an unfinished enrollment may be restarted', async () => {
    const maya = await aPerson(app);
    await addTotp(app, maya, 'My app');
    const again = { factorType: 'totp' as const, friendlyName: 'My app' };
    expect(await refusal(maya.api.auth.factors.enroll.mutate(again))).toBe('FACTOR_NAME_TAKEN');
    const other = { ...again, friendlyName: 'Other' };
    const first = await maya.api.auth.factors.enroll.mutate(other);
    const second = await maya.api.auth.factors.enroll.mutate(other);
    const listed = await maya.api.auth.factors.list.query();
    expect(listed.map(({ id }) => id)).toContain(second.id);
    expect(listed.map(({ id }) => id)).not.toContain(first.id);
    expect(await refusal(maya.api.auth.factors.rename.mutate({ factorId: second.id, friendlyName: 'My app' }))).toBe(
      'FACTOR_NAME_TAKEN',
    );
    await maya.api.auth.factors.rename.mutate({ factorId: second.id, friendlyName: 'Tablet' });
    expect((await maya.api.auth.factors.list.query()).map(({ friendlyName }) => friendlyName)).toEqual([
      'My app',
      'Tablet',
    ]);
  });

  test('ten are enough, in parallel too', async () => {
    const maya = await aPerson(app);
    const results = await Promise.all(
      Array.from({ length: FACTORS_MAX + 5 }, (_, index) =>
        refusal(maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: `App ${index}` })),
      ),
    );
    expect(results.filter((result) => result === 'accepted')).toHaveLength(FACTORS_MAX);
    expect(results.filter((result) => result === 'TOO_MANY_FACTORS')).toHaveLength(5);
  });

  test('an unfinished enrollment is deleted after a day', async () => {
    const maya = await aPerson(app);
    await addTotp(app, maya, 'Kept');
    await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'Left' });
    app.clock.advance(DAY_MS + 1);
    await purge(app);
    expect((await maya.api.auth.factors.list.query()).map(({ friendlyName }) => friendlyName)).toEqual(['Kept']);
    expect(await app.db.selectFrom('factor_challenges').select('id').execute()).toEqual([]);
  });

  test('a thief of the tables finds no secret and no code', async () => {
    const maya = await aPerson(app);
    const { secret, recoveryCodes } = await addTotp(app, maya);
    const { factorId } = await addPhone(app, maya);
    await maya.api.auth.factors.challenge.mutate({ factorId });
    const data = await allData();
    expect(data).not.toContain(secret);
    expect(data).not.toMatch(new RegExp(`[^\\d]${smsCode(app)}[^\\d]`));
    for (const code of recoveryCodes) {
      expect(data).not.toContain(code);
      expect(data).not.toContain(code.replace('-', ''));
    }
  });
});

describe('when a factor is verified', () => {
  test('all other devices are signed out, and this one’s old cookie is invalid', async () => {
    const maya = await aPerson(app);
    const elsewhere = await withPasswordOnly(app, maya);
    const old = app.browser({ cookie: maya.cookie() });
    await addTotp(app, maya);
    expect(await maya.api.auth.session.query()).toMatchObject({ needsSecondFactor: false });
    expect(await old.api.auth.session.query()).toBeNull();
    expect(await elsewhere.api.auth.session.query()).toBeNull();
  });

  test('removing it later does the same, and removes the recovery codes with the last one', async () => {
    const maya = await aPerson(app);
    const { factorId } = await addTotp(app, maya);
    const phone = await addPhone(app, maya);
    const elsewhere = await withPasswordOnly(app, maya);
    const old = app.browser({ cookie: maya.cookie() });
    await maya.api.auth.factors.remove.mutate({ factorId });
    expect(await old.api.auth.session.query()).toBeNull();
    expect(await elsewhere.api.auth.session.query()).toBeNull();
    expect(await maya.api.auth.recoveryCodes.status.query()).toEqual({ left: 10 });
    await maya.api.auth.factors.remove.mutate({ factorId: phone.factorId });
    expect(await maya.api.auth.recoveryCodes.status.query()).toEqual({ left: 0 });
    expect((await subjects()).filter((subject) => subject.startsWith('Second factor removed'))).toHaveLength(2);
    const later = await withPasswordOnly(app, maya);
    expect(await later.api.auth.session.query()).toMatchObject({ needsSecondFactor: false });
  });

  test('an unfinished enrollment is removed without a notice', async () => {
    const maya = await aPerson(app);
    const { id: factorId } = await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'My app' });
    const cookie = maya.cookie();
    await maya.api.auth.factors.remove.mutate({ factorId });
    expect(maya.cookie()).toBe(cookie);
    expect(await kinds()).toEqual([]);
  });
});

describe('signing in with a second factor', () => {
  test('a pending session sees its factors and passes with a code, and others stay signed in', async () => {
    const maya = await aPerson(app);
    const { factorId, secret } = await addTotp(app, maya);
    await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'Unfinished' });
    const elsewhere = await withPasswordOnly(app, maya);
    expect(await elsewhere.api.auth.session.query()).toMatchObject({ needsSecondFactor: true });
    expect(await elsewhere.api.auth.factors.list.query()).toMatchObject([{ id: factorId }]);
    const half = app.browser({ cookie: elsewhere.cookie() });
    const { id: challengeId } = await elsewhere.api.auth.factors.challenge.mutate({ factorId });
    const answer = { factorId, challengeId, code: await codeOf(app, secret) };
    expect(await elsewhere.api.auth.factors.verify.mutate(answer)).toEqual({ recoveryCodes: null });
    expect(await elsewhere.api.auth.session.query()).toMatchObject({ needsSecondFactor: false });
    expect((await elsewhere.api.profile.get.query()).email).toBe(maya.email);
    expect(await half.api.auth.session.query()).toBeNull();
    expect(await maya.api.auth.session.query()).not.toBeNull();
  });

  test('a wrong code fails', async () => {
    const maya = await aPerson(app);
    const { factorId, secret } = await addTotp(app, maya);
    const elsewhere = await withPasswordOnly(app, maya);
    const { id: challengeId } = await elsewhere.api.auth.factors.challenge.mutate({ factorId });
    const answer = { factorId, challengeId, code: await wrongCodeOf(app, secret) };
    expect(await refusal(elsewhere.api.auth.factors.verify.mutate(answer))).toBe('CODE_INVALID');
    expect(await refusal(elsewhere.api.profile.get.query())).toBe('SECOND_FACTOR_NEEDED');
  });

  test('a pending session cannot complete an enrollment instead', async () => {
    const maya = await aPerson(app);
    await addTotp(app, maya);
    const { id: factorId, totp } = await maya.api.auth.factors.enroll.mutate({
      factorType: 'totp',
      friendlyName: 'New',
    });
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const elsewhere = await withPasswordOnly(app, maya);
    const answer = { factorId, challengeId, code: await codeOf(app, totp?.secret ?? '') };
    expect(await refusal(elsewhere.api.auth.factors.challenge.mutate({ factorId }))).toBe('SECOND_FACTOR_NEEDED');
    expect(await refusal(elsewhere.api.auth.factors.verify.mutate(answer))).toBe('SECOND_FACTOR_NEEDED');
  });
});

describe('another person', () => {
  test('finds neither a factor nor a challenge', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const { factorId, secret } = await addTotp(app, maya);
    const own = await addTotp(app, tomas);
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const code = await codeOf(app, secret);
    const { factors } = tomas.api.auth;
    expect(await refusal(factors.challenge.mutate({ factorId }))).toBe('NOT_FOUND');
    expect(await refusal(factors.verify.mutate({ factorId, challengeId, code }))).toBe('NOT_FOUND');
    expect(await refusal(factors.verify.mutate({ factorId: own.factorId, challengeId, code }))).toBe('NOT_FOUND');
    expect(await refusal(factors.rename.mutate({ factorId, friendlyName: 'Mine' }))).toBe('NOT_FOUND');
    expect(await refusal(factors.remove.mutate({ factorId }))).toBe('NOT_FOUND');
    await maya.api.auth.factors.verify.mutate({ factorId, challengeId, code });
  });
});

describe('recovery codes', () => {
  test('look like k7f2-9dqm, and each passes the second factor once, however it is typed', async () => {
    const maya = await aPerson(app);
    const { recoveryCodes } = await addTotp(app, maya);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    const code = recoveryCodes[0] ?? '';
    const elsewhere = await withPasswordOnly(app, maya);
    const half = app.browser({ cookie: elsewhere.cookie() });
    const typed = ` ${code.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect(await elsewhere.api.auth.recoveryCodes.use.mutate({ code: typed })).toEqual({ left: 9 });
    expect(await elsewhere.api.auth.session.query()).toMatchObject({ needsSecondFactor: false });
    expect(await half.api.auth.session.query()).toBeNull();
    const mail = await mailWith('Recovery code used: your Tenfold account');
    expect(mail?.to).toBe(maya.email);
    expect(mail?.text).toContain('9 codes are left');
    const third = await withPasswordOnly(app, maya);
    expect(await refusal(third.api.auth.recoveryCodes.use.mutate({ code }))).toBe('CODE_INVALID');
  });

  test('lose validity when new ones are created', async () => {
    const maya = await aPerson(app);
    const { recoveryCodes } = await addTotp(app, maya);
    const old = app.browser({ cookie: maya.cookie() });
    const { codes } = await maya.api.auth.recoveryCodes.renew.mutate();
    expect(await old.api.auth.session.query()).toBeNull();
    expect(await subjects()).toContain('New recovery codes created: your Tenfold account');
    const elsewhere = await withPasswordOnly(app, maya);
    const use = (code: string | undefined) =>
      refusal(elsewhere.api.auth.recoveryCodes.use.mutate({ code: code ?? '' }));
    expect(await use(recoveryCodes[0])).toBe('CODE_INVALID');
    expect(await use(codes[0])).toBe('accepted');
  });

  test('don’t exist without a second factor', async () => {
    const maya = await aPerson(app);
    expect(await refusal(maya.api.auth.recoveryCodes.renew.mutate())).toBe('NOT_FOUND');
    expect(await refusal(maya.api.auth.recoveryCodes.use.mutate({ code: '0000-0000' }))).toBe('CODE_INVALID');
  });

  test('don’t work for another person', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const { recoveryCodes } = await addTotp(app, maya);
    await addTotp(app, tomas);
    const thief = await withPasswordOnly(app, tomas);
    const code = recoveryCodes[0] ?? '';
    expect(await refusal(thief.api.auth.recoveryCodes.use.mutate({ code }))).toBe('CODE_INVALID');
  });

  test('survive a change of the master key', async () => {
    const maya = await aPerson(app);
    const { recoveryCodes, factorId, secret } = await addTotp(app, maya);
    app = await createTestApp({
      keepData: true,
      environment: { APP_SECRET_PREVIOUS: 'a secret for tests that is long enough' },
      secret: 'the next secret for tests, just as long',
    });
    app.clock.advance(30_000);
    const elsewhere = await withPasswordOnly(app, maya);
    await elsewhere.api.auth.recoveryCodes.use.mutate({ code: recoveryCodes[0] ?? '' });
    const third = await withPasswordOnly(app, maya);
    const { id: challengeId } = await third.api.auth.factors.challenge.mutate({ factorId });
    await third.api.auth.factors.verify.mutate({ factorId, challengeId, code: await codeOf(app, secret) });
  });
});
