import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { ExpectedError } from '#db/expected-error.ts';
import { listFactors } from '#db/queries/second-factor/factors.ts';
import { addPhone, addTotp, codeOf, withPasswordOnly } from '#tests/support/factors.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createLog } from '#server/lib/log.ts';
import { createSealedBox } from '#server/lib/crypto/sealed-box.ts';
import { createTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts';
import {
  checkAppSecrets,
  existingSecrets,
  forgetLostSecrets,
  removeUnreadableFactors,
  reportAppSecrets,
  WrongSecretError,
  type AppSecrets,
} from './app-secrets.service.ts';

const OTHER = 'another secret for tests, as long as that';
const THIRD = 'a third secret for tests, as long as that';
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

  test('accepts a rolling change: processes with the new key as a previous one, and those that have swapped, both start', async () => {
    await check([TEST_SECRET]);
    await check([TEST_SECRET, OTHER]);
    await check([TEST_SECRET]);
    await check([OTHER, TEST_SECRET]);
    await check([TEST_SECRET, OTHER]);
    await check([OTHER, TEST_SECRET]);
    await expect(check([TEST_SECRET]), 'a process that missed the first step').rejects.toThrow(WrongSecretError);
  });

  test('says when the missing key was first used, and which command shows what is left without it', async () => {
    await check([TEST_SECRET]);
    const day = new Date('2026-03-05T10:00:00Z');
    await app.db.updateTable('app_secrets').set({ first_used_at: day }).execute();
    const refused = check([OTHER]);
    await expect(refused).rejects.toThrow("first on 2026-03-05, and that key isn't set");
    await expect(refused).rejects.toThrow('was set by mistake, `npm run app-secret` shows');
  });

  test('knows from its encrypted values which key it had before there were check values', async () => {
    await addTotp(app, await aPerson(app));
    await expect(check([OTHER])).rejects.toThrow('none of its encrypted values that were tried can be read');
    await check([TEST_SECRET]);
  });

  test('starts if some of its newest encrypted values can be read, and records each earlier key that reads one', async () => {
    await addTotp(app, await aPerson(app));
    const privateKey = createSealedBox([OTHER], 'signing keys', createLog('silent')).seal('{}');
    const row = { kid: 'k', period: 1, private_key: privateKey, public_jwk: {}, created_at: await app.clock.now() };
    await app.db.insertInto('signing_keys').values(row).execute();
    await expect(check([THIRD])).rejects.toThrow(WrongSecretError);
    await check([OTHER, TEST_SECRET, THIRD]);
    await check([OTHER, TEST_SECRET]);
    await expect(check([OTHER]), 'the key of the authenticator app').rejects.toThrow(WrongSecretError);
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
    const [fine, lost] = [await reportAppSecrets(app.db, [TEST_SECRET]), await reportAppSecrets(app.db, [OTHER])];
    expect(fine).toEqual({ missingSince: [], readableFactors: 1, unreadableFactors: 0, recoveryCodesToDelete: 0 });
    const missingSince = [expect.any(Date)];
    expect(lost).toEqual({ missingSince, readableFactors: 0, unreadableFactors: 1, recoveryCodesToDelete: 10 });
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

  test('recovery codes stay if no key was recorded and an encrypted value can be read, and go if none can be', async () => {
    const codes = () => app.db.selectFrom('recovery_codes').select('user_id').execute();
    await aFactorOf('maya@fernandkiln.example');
    await forgetLostSecrets(app.db, [TEST_SECRET]);
    expect(await codes()).toHaveLength(10);
    await app.db.deleteFrom('app_secrets').execute();
    await forgetLostSecrets(app.db, [OTHER]);
    expect(await codes()).toEqual([]);
  });

  test('an operator without a key is told so, and none is created', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tenfold-key-'));
    try {
      const config = { secret: null, dataDir, previousSecrets: [OTHER] };
      expect(() => existingSecrets(config)).toThrow(ExpectedError);
      expect(existsSync(join(dataDir, 'app-secret'))).toBe(false);
      writeFileSync(join(dataDir, 'app-secret'), TEST_SECRET);
      expect(existingSecrets(config)).toEqual([TEST_SECRET, OTHER]);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  test('the operator removes one account’s unreadable authenticator app; its owner is signed out and gets an email', async () => {
    const maya = await aFactorOf('maya@fernandkiln.example');
    const nora = await aFactorOf('nora@ledgerly.example');
    await addPhone(app, nora);
    const now = await app.clock.now();
    const remove = (secrets: AppSecrets, email: string) => removeUnreadableFactors(app.db, secrets, { email, now });
    await check([TEST_SECRET]);
    expect(await remove([TEST_SECRET], maya.email), 'with the key').toBe(0);
    await expect(remove([OTHER], maya.email), 'with a key that was never used').rejects.toThrow('Nothing was removed');
    await forgetLostSecrets(app.db, [OTHER]);
    expect(await remove([OTHER], 'nobody@example.com')).toBeNull();
    expect(await remove([OTHER], maya.email)).toBe(1);
    expect(await listFactors(app.db, maya.userId)).toEqual([]);
    expect(await refusal(maya.api.usage.overview.query())).toBe('UNAUTHENTICATED');
    await app.container.jobs.runDue(['security-email']);
    await app.container.jobs.idle();
    const subjects = app.emails.filter(({ to }) => to === maya.email).map(({ subject }) => subject);
    expect(subjects).toContain('Second factor removed: your Tenfold account');
    expect(await listFactors(app.db, nora.userId), 'another account').toHaveLength(2);
  });
});
