import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { SECURITY_EVENTS } from '#contract/account/security-events.ts';
import type { ChallengeId, FactorId } from '#db/types.gen.ts';
import {
  addPhone,
  addTotp,
  codeOf,
  inKnownBrowser,
  smsCode,
  withPasswordOnly,
  wrongCodeOf,
} from '#tests/support/factors.ts';
import { purge, sendEmails } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

/** The limiter's rows. */
const GUESSES = 10;
const ANSWERS = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const count = (results: string[], wanted: string) => results.filter((result) => result === wanted).length;
const inParallel = <T>(times: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
async function inTurn<T>(works: (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  for (const work of works) results.push(await work());
  return results;
}
const blockedEvents = () =>
  app.db.selectFrom('security_events').select('user_id').where('kind', '=', 'codes_blocked').execute();
async function blockedEmails() {
  await app.container.jobs.idle();
  return app.emails.filter(({ subject }) => subject.startsWith(SECURITY_EVENTS.codes_blocked.line));
}

describe('one code, entered twenty times at the same time', () => {
  test('from an authenticator app passes one of twenty sessions', async () => {
    const maya = await aPerson(app);
    const { factorId, secret } = await addTotp(app, maya);
    const devices = await inParallel(20, () => withPasswordOnly(app, maya));
    const code = await codeOf(app, secret);
    const results = await Promise.all(
      devices.map(async ({ api }) => {
        const { id: challengeId } = await api.auth.factors.challenge.mutate({ factorId });
        return refusal(api.auth.factors.verify.mutate({ factorId, challengeId, code }));
      }),
    );
    expect(count(results, 'accepted')).toBe(1);
  });

  test('from an authenticator app passes once with one question, packed in one request', async () => {
    const maya = await aPerson(app);
    const { factorId, secret } = await addTotp(app, maya);
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const packed = app.browser({ batch: true, cookie: maya.cookie() });
    const code = await codeOf(app, secret);
    const results = await inParallel(20, () =>
      refusal(packed.api.auth.factors.verify.mutate({ factorId, challengeId, code })),
    );
    expect(count(results, 'accepted')).toBe(1);
  });

  test('from a text message passes once', async () => {
    const maya = await aPerson(app);
    const { factorId } = await addPhone(app, maya);
    const devices = await inParallel(20, () => withPasswordOnly(app, maya));
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const code = smsCode(app);
    const results = await Promise.all(
      devices.map(({ api }) => refusal(api.auth.factors.verify.mutate({ factorId, challengeId, code }))),
    );
    expect(count(results, 'accepted')).toBe(1);
  });

  test('from the recovery codes passes once', async () => {
    const maya = await aPerson(app);
    const { recoveryCodes } = await addTotp(app, maya);
    const devices = await inParallel(20, () => withPasswordOnly(app, maya));
    const code = recoveryCodes[0] ?? '';
    const results = await Promise.all(devices.map(({ api }) => refusal(api.auth.recoveryCodes.use.mutate({ code }))));
    expect(count(results, 'accepted')).toBe(1);
    expect(await maya.api.auth.recoveryCodes.status.query()).toEqual({ left: 9 });
  });
});

describe('guessing', () => {
  // Five hundred calls take a while on two cores.
  test(
    '500 guesses in batches of twenty count as ten guesses, and the owner is notified once',
    { timeout: 60_000 },
    async () => {
      const maya = await aPerson(app);
      const { factorId, secret } = await addTotp(app, maya);
      const stranger = await withPasswordOnly(app, maya);
      const packed = app.browser({ batch: true, cookie: stranger.cookie() });
      const code = await wrongCodeOf(app, secret);
      const questions = await inParallel(20, () => packed.api.auth.factors.challenge.mutate({ factorId }));
      const results: string[] = [];
      for (let batch = 0; batch < 25; batch += 1)
        results.push(
          ...(await Promise.all(
            questions.map(({ id }) =>
              refusal(packed.api.auth.factors.verify.mutate({ factorId, challengeId: id, code })),
            ),
          )),
        );
      expect(count(results, 'CODE_INVALID')).toBe(GUESSES);
      expect(count(results, 'TOO_MANY_ATTEMPTS')).toBe(500 - GUESSES);
      expect(await blockedEvents()).toHaveLength(1);
      expect(await blockedEmails()).toMatchObject([{ to: maya.email }]);
    },
  );

  test('500 guesses in one request are refused entirely, and none is tried', async () => {
    const maya = await aPerson(app);
    const { factorId, secret } = await addTotp(app, maya);
    const stranger = await withPasswordOnly(app, maya);
    const { id: challengeId } = await stranger.api.auth.factors.challenge.mutate({ factorId });
    const code = await wrongCodeOf(app, secret);
    const guesses = Array.from({ length: 500 }, (_, index) => [index, { factorId, challengeId, code }]);
    const before = await app.db.selectFrom('attempt_counters').selectAll().execute();
    const response = await stranger.request(`/trpc/${guesses.map(() => 'auth.factors.verify').join(',')}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(guesses)),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('CODE_INVALID');
    expect(await app.db.selectFrom('attempt_counters').selectAll().execute()).toEqual(before);
  });

  test('more methods don’t allow more guesses: factors, recovery codes and re-authentications are counted together', async () => {
    const maya = await aPerson(app, { password: 'forty warm bowls' });
    const totp = await addTotp(app, maya);
    const phone = await addPhone(app, maya);
    const wrong = await wrongCodeOf(app, totp.secret);
    const [one, two] = [
      await maya.api.auth.factors.challenge.mutate({ factorId: totp.factorId }),
      await maya.api.auth.factors.challenge.mutate({ factorId: phone.factorId }),
    ];
    const other = wrong === smsCode(app) ? '999999' : wrong;
    const { auth } = maya.api;
    const results: string[] = [];
    for (let round = 0; round < 4; round += 1)
      results.push(
        await refusal(auth.factors.verify.mutate({ factorId: totp.factorId, challengeId: one.id, code: wrong })),
        await refusal(
          auth.reauthentication.factor.mutate({ factorId: phone.factorId, challengeId: two.id, code: other }),
        ),
        await refusal(auth.recoveryCodes.use.mutate({ code: '0000-0000' })),
        await refusal(auth.reauthentication.recoveryCode.mutate({ code: '0000-0001' })),
      );
    expect(count(results, 'CODE_INVALID')).toBe(GUESSES);
    expect(count(results, 'TOO_MANY_ATTEMPTS')).toBe(16 - GUESSES);
  });

  test('a second wave is reported again a day later, and not before', async () => {
    const maya = await aPerson(app);
    await addTotp(app, maya);
    const stranger = await withPasswordOnly(app, maya);
    for (const [reported, pause] of [
      [1, 23 * HOUR_MS],
      [1, HOUR_MS],
      [2, 0],
    ] as const) {
      await inParallel(GUESSES * 2, () => refusal(stranger.api.auth.recoveryCodes.use.mutate({ code: '0000-0000' })));
      expect(await blockedEvents()).toHaveLength(reported);
      app.clock.advance(pause);
    }
  });

  test('one challenge takes five answers, and then not even the right one', async () => {
    const maya = await aPerson(app);
    const { factorId } = await addPhone(app, maya);
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const right = smsCode(app);
    const wrong = right === '000000' ? '000001' : '000000';
    const give = (code: string) => refusal(maya.api.auth.factors.verify.mutate({ factorId, challengeId, code }));
    for (let tried = 0; tried < ANSWERS; tried += 1) expect(await give(wrong)).toBe('CODE_INVALID');
    expect(await give(right)).toBe('CODE_INVALID');
  });

  test('the number of challenges is limited', async () => {
    const maya = await aPerson(app);
    const { factorId } = await addTotp(app, maya);
    const results = await inParallel(80, () => refusal(maya.api.auth.factors.challenge.mutate({ factorId })));
    expect(count(results, 'accepted')).toBe(60);
    expect(count(results, 'TOO_MANY_ATTEMPTS')).toBe(20);
  });
});

describe('messages to phones', () => {
  /** A person with verified phones, created directly in the tables: verifying so many would use up text messages of its own. */
  async function withPhones(phones: string[]) {
    const person = await aPerson(app);
    const now = await app.clock.now();
    const ids = phones.map(() => randomUUID() as FactorId); // reason: a new id gets its brand here
    await app.db
      .insertInto('factors')
      .values(
        phones.map((phone, index) => ({
          id: ids[index] ?? ('' as FactorId), // reason: there is one for each
          user_id: person.userId,
          factor_type: 'phone' as const,
          friendly_name: `Phone ${index}`,
          status: 'verified' as const,
          phone,
          created_at: now,
          verified_at: now,
        })),
      )
      .execute();
    return { ...(await withPasswordOnly(app, person)), userId: person.userId, ids };
  }
  const number = (index: number) => `+4670${String(index).padStart(7, '0')}`;

  test('two to one number are at least a minute apart, even from two accounts', async () => {
    const maya = await withPhones([number(1)]);
    const tomas = await withPhones([number(1)]);
    const ask = (who: typeof maya) => refusal(who.api.auth.factors.challenge.mutate({ factorId: who.ids[0] ?? '' }));
    expect(await ask(maya)).toBe('accepted');
    expect(await ask(maya)).toBe('SMS_TOO_SOON');
    expect(await ask(tomas)).toBe('SMS_TOO_SOON');
    app.clock.advance(MINUTE_MS - 1);
    expect(await ask(tomas)).toBe('SMS_TOO_SOON');
    app.clock.advance(1);
    expect(await ask(tomas)).toBe('accepted');
  });

  test('fifty simultaneous requests for one number send one', async () => {
    const maya = await withPhones([number(1)]);
    const results = await inParallel(50, () =>
      refusal(maya.api.auth.factors.challenge.mutate({ factorId: maya.ids[0] ?? '' })),
    );
    expect(count(results, 'accepted')).toBe(1);
    expect(app.messages).toHaveLength(1);
  });

  test('one number gets five an hour from all accounts together, and other numbers are unaffected', async () => {
    const maya = await withPhones([number(1), number(2)]);
    const tomas = await withPhones([number(1)]);
    const results: string[] = [];
    for (let sent = 0; sent < 8; sent += 1) {
      const who = sent % 2 === 0 ? maya : tomas;
      results.push(await refusal(who.api.auth.factors.challenge.mutate({ factorId: who.ids[0] ?? '' })));
      app.clock.advance(MINUTE_MS);
    }
    expect(count(results, 'accepted')).toBe(5);
    expect(results.at(-1)).toBe('SMS_HOUR_LIMIT');
    expect(await refusal(maya.api.auth.factors.challenge.mutate({ factorId: maya.ids[1] ?? '' }))).toBe('accepted');
    app.clock.advance(HOUR_MS);
    expect(await refusal(maya.api.auth.factors.challenge.mutate({ factorId: maya.ids[0] ?? '' }))).toBe('accepted');
  });

  test('enrolling someone else’s number does not use up its owner’s sign-in messages', async () => {
    const maya = await withPhones([number(1)]);
    const stranger = await aPerson(app);
    const { id: factorId } = await stranger.api.auth.factors.enroll.mutate({
      factorType: 'phone',
      friendlyName: 'Not mine',
      phone: number(1),
    });
    const results: string[] = [];
    for (let sent = 0; sent < 12; sent += 1) {
      results.push(await refusal(stranger.api.auth.factors.challenge.mutate({ factorId })));
      app.clock.advance(MINUTE_MS);
    }
    expect(count(results, 'accepted')).toBe(3);
    expect(results.at(-1)).toBe('SMS_HOUR_LIMIT');
    expect(await refusal(maya.api.auth.factors.challenge.mutate({ factorId: maya.ids[0] ?? '' }))).toBe('accepted');
  });

  test('one person’s numbers get ten messages a day, even in parallel, and strangers with the password at most five of them', async () => {
    const phones = Array.from({ length: 50 }, (_, index) => number(index));
    const stranger = await withPhones(phones);
    const owner = await inKnownBrowser(app, stranger);
    for (const [{ api }, ids] of [
      [stranger, stranger.ids.slice(0, 25)],
      [owner, stranger.ids.slice(25)],
    ] as const) {
      const results = await Promise.all(
        ids.map((factorId) => refusal(api.auth.factors.challenge.mutate({ factorId }))),
      );
      expect(count(results, 'accepted')).toBe(5);
      expect(count(results, 'SMS_LIMIT')).toBe(20);
    }
    expect(app.messages).toHaveLength(10);
  });

  test('strangers with the password get three of a number’s five messages an hour', async () => {
    const stranger = await withPhones([number(1)]);
    const owner = await inKnownBrowser(app, stranger);
    const ask = async ({ api }: Pick<typeof owner, 'api'>) => {
      app.clock.advance(MINUTE_MS);
      return refusal(api.auth.factors.challenge.mutate({ factorId: stranger.ids[0] ?? '' }));
    };
    const results = await inTurn(
      [stranger, stranger, stranger, stranger, owner, owner, owner].map((who) => () => ask(who)),
    );
    expect(results.map((result) => result === 'accepted')).toEqual([true, true, true, false, true, true, false]);
  });

  test('the whole installation stops at its daily cap, even in parallel, and refusals don’t count', async () => {
    app = await createTestApp({ environment: { SMS_DAILY_CAP: '7' } });
    const people = await inParallel(10, (index) =>
      withPhones(Array.from({ length: 5 }, (_, phone) => number(index * 5 + phone))),
    );
    const ask = () =>
      Promise.all(
        people.flatMap(({ api, ids }) =>
          ids.map((factorId) => refusal(api.auth.factors.challenge.mutate({ factorId }))),
        ),
      );
    expect(count(await ask(), 'accepted')).toBe(7);
    expect(app.messages).toHaveLength(7);
    app.clock.advance(HOUR_MS);
    expect(count(await ask(), 'SMS_LIMIT')).toBe(50);
    app.clock.advance(24 * HOUR_MS);
    expect(count(await ask(), 'accepted')).toBe(7);
  });

  test('strangers who enroll endless numbers leave half of the daily cap to people with a confirmed phone', async () => {
    app = await createTestApp({ environment: { SMS_DAILY_CAP: '20' } });
    const enroll = async (index: number) => {
      const stranger = await aPerson(app);
      const { id: factorId } = await stranger.api.auth.factors.enroll.mutate({
        factorType: 'phone',
        friendlyName: 'Mine',
        phone: number(index),
      });
      return refusal(stranger.api.auth.factors.challenge.mutate({ factorId }));
    };
    const strangers = await inParallel(20, (index) => enroll(100 + index));
    expect(count(strangers, 'accepted')).toBe(10);
    // One phone gets its share of the rest, no matter how many accounts it is confirmed in.
    const [one, two] = [await withPhones([number(1)]), await withPhones([number(1)])];
    const results: string[] = [];
    for (const who of [one, two, one, two, one]) {
      results.push(await refusal(who.api.auth.factors.challenge.mutate({ factorId: who.ids[0] ?? '' })));
      app.clock.advance(MINUTE_MS);
    }
    expect(results).toEqual(['accepted', 'accepted', 'accepted', 'SMS_LIMIT', 'SMS_LIMIT']);
    const maya = await withPhones([number(2)]);
    expect(await refusal(maya.api.auth.factors.challenge.mutate({ factorId: maya.ids[0] ?? '' }))).toBe('accepted');
  });

  test('the operator is warned once, at 80% of the daily cap', async () => {
    app = await createTestApp({ environment: { SMS_DAILY_CAP: '5' } });
    const people = await inParallel(5, (index) => withPhones([number(index)]));
    const warnings: number[] = [];
    for (const { api, ids } of people) {
      await api.auth.factors.challenge.mutate({ factorId: ids[0] ?? '' });
      await sendEmails(app);
      warnings.push(
        app.emails.filter(({ subject }) => subject.endsWith('cap is almost reached: text messages')).length,
      );
    }
    expect(warnings).toEqual([0, 0, 0, 1, 1]);
  });

  test('a cap of zero sends nothing', async () => {
    app = await createTestApp({ environment: { SMS_DAILY_CAP: '0' } });
    const maya = await withPhones([number(1)]);
    expect(await refusal(maya.api.auth.factors.challenge.mutate({ factorId: maya.ids[0] ?? '' }))).toBe('SMS_LIMIT');
  });
});

test('expired challenges are deleted', async () => {
  const maya = await aPerson(app);
  const { factorId } = await addTotp(app, maya);
  const { id } = await maya.api.auth.factors.challenge.mutate({ factorId });
  await purge(app);
  const kept = () =>
    app.db
      .selectFrom('factor_challenges')
      .select('id')
      .where('id', '=', id as ChallengeId)
      .execute(); // reason: an id of a question
  expect(await kept()).toHaveLength(1);
  app.clock.advance(10 * MINUTE_MS);
  await purge(app);
  expect(await kept()).toEqual([]);
});
