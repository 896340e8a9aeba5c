import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { listFactors } from '#db/queries/second-factor/factors.ts';
import { addPhone, addTotp, codeOf, withPasswordOnly } from '#tests/support/factors.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts';
import {
  checkAppSecrets,
  forgetLostSecrets,
  removeUnreadableFactors,
  reportAppSecrets,
  WrongSecretError,
  type AppSecrets,
} from './app-secrets.ts';

const OTHER = 'another secret for tests, as long as that';
const IN_ENVIRONMENT = { secret: TEST_SECRET, dataDir: '.data' };
const EMBEDDED = { secret: null, dataDir: '.data' };
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const check = (secrets: AppSecrets, source: Parameters<typeof checkAppSecrets>[2] = IN_ENVIRONMENT) =>
  checkAppSecrets(app.db, secrets, source);

describe('a database', () => {
  test('accepts the key it was used with, and no other', async () => {
    await check([TEST_SECRET]);
    await check([TEST_SECRET]);
    await expect(check([OTHER])).rejects.toThrow(WrongSecretError);
    await expect(check([OTHER])).rejects.toThrow('Set APP_SECRET to the key of the installation');
    await expect(check([OTHER], EMBEDDED)).rejects.toThrow('at .data/app-secret');
    await check([TEST_SECRET]);
  });

  test('accepts a new key beside the earlier one, and then neither without the other', async () => {
    await check([TEST_SECRET]);
    await check([OTHER, TEST_SECRET]);
    await check([TEST_SECRET, OTHER]);
    await expect(check([OTHER])).rejects.toThrow('APP_SECRET_PREVIOUS');
    await expect(check([TEST_SECRET])).rejects.toThrow(WrongSecretError);
  });

  test('knows from an authenticator app which key it had before there were check values', async () => {
    await addTotp(app, await aPerson(app));
    await expect(check([OTHER])).rejects.toThrow(WrongSecretError);
    await check([TEST_SECRET]);
  });

  test('contains neither the key nor a plain hash of it', async () => {
    await check([TEST_SECRET]);
    const [row] = await app.db.selectFrom('app_secrets').selectAll().execute();
    expect(row?.check_value).toMatch(/^[0-9a-f]{64}$/);
    await expect(check([row?.check_value ?? ''])).rejects.toThrow(WrongSecretError);
  });

  test('used by two processes that start at the same time with different keys accepts only one of them', async () => {
    const results = await Promise.allSettled([check([TEST_SECRET]), check([OTHER])]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('when the key is lost', () => {
  async function aFactorOf(email: string) {
    const person = await aPerson(app, { email });
    return { ...person, ...(await addTotp(app, person)) };
  }
  const withOtherKey = async () => {
    const lost = await createTestApp({ keepData: true, secret: OTHER, clock: app.clock });
    return { lost, errors: vi.spyOn(lost.container.log, 'error') };
  };

  test('a right code is never called wrong: the person reads the truth, and the log has an error', async () => {
    const maya = await aFactorOf('maya@fernandkiln.example');
    const { lost, errors } = await withOtherKey();
    const { api } = await withPasswordOnly(lost, maya);
    const { factorId } = maya;
    const { id: challengeId } = await api.auth.factors.challenge.mutate({ factorId });
    const answer = { factorId, challengeId, code: await codeOf(app, maya.secret) };
    for (let count = 0; count < 10; count += 1)
      expect(await refusal(api.auth.factors.verify.mutate(answer))).toBe('FACTOR_UNREADABLE');
    const what = `factor ${factorId}`;
    const fields = { event: 'sealed value unreadable', purpose: 'totp', what };
    expect(errors).toHaveBeenCalledWith(fields, `${what} can't be read with APP_SECRET`);
    expect(ERROR_CODES.FACTOR_UNREADABLE.text).toContain('Your code may be right');
    // With the key, the same answer is accepted: no attempt was used up.
    const again = await withPasswordOnly(app, maya);
    expect(await refusal(again.api.auth.factors.verify.mutate(answer))).toBe('accepted');
  });

  test('the operator forgets it, and the product starts; second factors still protect their accounts', async () => {
    const maya = await aFactorOf('maya@fernandkiln.example');
    await check([TEST_SECRET]);
    expect(await reportAppSecrets(app.db, [TEST_SECRET])).toEqual({ missingSince: [], unreadableFactors: 0 });
    const report = await reportAppSecrets(app.db, [OTHER]);
    expect(report).toEqual({ missingSince: [expect.any(Date)], unreadableFactors: 1 });
    await forgetLostSecrets(app.db, [OTHER]);
    await check([OTHER]);
    await expect(check([TEST_SECRET])).rejects.toThrow(WrongSecretError);
    expect(await listFactors(app.db, maya.userId)).toHaveLength(1);
    expect(await app.db.selectFrom('recovery_codes').select('user_id').execute()).toEqual([]);
  });

  test('forgetting one of two keys keeps the recovery codes', async () => {
    await aFactorOf('maya@fernandkiln.example');
    await check([TEST_SECRET]);
    await check([OTHER, TEST_SECRET]);
    await forgetLostSecrets(app.db, [TEST_SECRET]);
    await check([TEST_SECRET]);
    expect(await app.db.selectFrom('recovery_codes').select('user_id').execute()).toHaveLength(10);
  });

  test('the operator removes one account’s unreadable authenticator app; its owner is signed out and gets an email', async () => {
    const maya = await aFactorOf('maya@fernandkiln.example');
    const nora = await aFactorOf('nora@ledgerly.example');
    await addPhone(app, nora);
    const now = await app.clock.now();
    const remove = (secrets: AppSecrets, email: string) => removeUnreadableFactors(app.db, secrets, { email, now });
    expect(await remove([TEST_SECRET], maya.email), 'with the key').toBe(0);
    expect(await remove([OTHER], 'nobody@example.com')).toBeNull();
    expect(await remove([OTHER], maya.email)).toBe(1);
    expect(await listFactors(app.db, maya.userId)).toEqual([]);
    expect(await refusal(maya.api.usage.overview.query())).toBe('UNAUTHENTICATED');
    await app.container.jobs.runDue(['security-email']);
    const subjects = app.emails.filter(({ to }) => to === maya.email).map(({ subject }) => subject);
    expect(subjects).toContain('Second factor removed: your Tenfold account');
    expect(await listFactors(app.db, nora.userId), 'another account').toHaveLength(2);
  });
});
