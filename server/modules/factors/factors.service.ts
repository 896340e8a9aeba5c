import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { CHALLENGE_MINUTES, FACTORS_MAX, type Channel, type FactorType } from '#contract/account/factor-limits.ts';
import type { PhoneNumber, verifyFactorSchema } from '#contract/account/factors.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { challengeIdSchema, factorIdSchema } from '#contract/ids.ts';
import type { Db } from '#db/client.ts';
import * as challenges from '#db/queries/second-factor/factor-challenges.ts';
import * as factors from '#db/queries/second-factor/factors.ts';
import { deleteRecoveryCodes } from '#db/queries/second-factor/recovery-codes.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { cancelResetWait } from '#db/queries/identity/ways-in.ts';
import { brokenUniqueConstraint, inTransaction } from '#db/transaction.ts';
import type { FactorId, UserId } from '#db/types.gen.ts';
import { codeSms } from '#server/content/sms/code-sms.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { SmsGateway } from '#server/gateways/sms.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client, CodeClient } from '#server/lib/request/client.ts';
import type { SealedBox } from '#server/lib/crypto/sealed-box.ts';
import { sixDigitCode, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { CodeAttempts } from './code-attempts.service.ts';
import { toFactor } from './factor.dto.ts';
import type { RecoveryCodes } from './recovery-codes.service.ts';
import type { SmsAllowance } from './sms-allowance.ts';
import { newTotp, stepOf, type TotpEnrollment } from './totp.ts';

/** The most wrong answers allowed per challenge. */
const ANSWERS_MAX = 5;

type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  securityLog: SecurityLog;
  codeAttempts: CodeAttempts;
  recoveryCodes: RecoveryCodes;
  allowance: SmsAllowance;
  /** Null when text messages can't be sent. */
  sms: SmsGateway | null;
  /** Encrypts the secrets of authenticator apps. */
  box: SealedBox;
  /** Hashes codes sent to phones. */
  hash: KeyedHash;
  host: string;
};
export type Enrollment =
  | { factorType: 'totp'; friendlyName: string; issuer?: string | undefined }
  | { factorType: 'phone'; friendlyName: string; phone: PhoneNumber };
type Enrolled = {
  id: string;
  factorType: FactorType;
  friendlyName: string;
  totp: TotpEnrollment | null;
  phone: string | null;
};
export type FactorAnswer = z.output<typeof verifyFactorSchema>;
type Passed = { cookies: string[]; recoveryCodes: string[] | null };

const isVerified = ({ status }: factors.FactorRow) => status === 'verified';

export function createFactorsService(dependencies: Dependencies) {
  const { db, clock, sessions, securityLog, codeAttempts, recoveryCodes, box, hash, host } = dependencies;

  async function get(userId: UserId, factorId: FactorId): Promise<factors.FactorRow> {
    const factor = await factors.findFactor(db, userId, factorId);
    if (!factor) throw new AppError('NOT_FOUND');
    return factor;
  }

  /** A session with only a password may answer for a factor that protects the account, and touch no other. */
  async function getFor(session: ValidSession, factorId: FactorId): Promise<factors.FactorRow> {
    const factor = await get(session.userId, factorId);
    if (session.needsSecondFactor && !isVerified(factor)) throw new AppError('SECOND_FACTOR_NEEDED');
    return factor;
  }

  const hashOf = (id: string, code: string) => hash(`${id}:${code}`);

  async function sendCode(key: challenges.ChallengeKey, phone: string, channel: Channel, code: string): Promise<void> {
    try {
      await dependencies.sms?.send({ to: phone, channel, text: codeSms(code, channel, host) });
    } catch (error) {
      await challenges.deleteChallenge(db, key);
      throw error;
    }
  }

  /** The answer is correct, and used up. Records it in the session, and completes an enrollment. */
  async function pass(session: ValidSession, key: challenges.ChallengeKey, step: number | null, client: Client) {
    const { userId, email } = session;
    return sessions.changing(userId, () =>
      inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        const now = await clock.now();
        const before = await factors.listFactors(trx, userId);
        const factor = before.find(({ id }) => id === key.factorId);
        if (!factor || !(await challenges.useChallenge(trx, key, now))) throw new AppError('CODE_INVALID');
        const code = { userId, id: factor.id, step, now };
        if (!(await factors.takeCode(trx, code))) throw new AppError('CODE_INVALID');
        const isNew = !isVerified(factor);
        const codes = isNew && !before.some(isVerified) ? await recoveryCodes.make(trx, userId, client) : null;
        if (isNew)
          await securityLog.add(trx, { userId, kind: 'factor_added', client, detail: factor.friendlyName }, email);
        else await cancelResetWait(trx, userId);
        const isReauthentication = session.secondFactorAt !== null && !isNew;
        const change = { method: factor.factorType, isSecondFactor: true, isReauthentication, endOthers: isNew };
        return { isNew, recoveryCodes: codes, cookie: await sessions.secure(trx, session, change) };
      }),
    );
  }

  async function answer(
    session: ValidSession,
    factor: factors.FactorRow,
    { challengeId, code }: FactorAnswer,
    client: CodeClient,
  ): Promise<Passed> {
    const key = { userId: session.userId, factorId: factor.id, id: challengeId };
    if (!(await challenges.hasChallenge(db, key))) throw new AppError('NOT_FOUND');
    const secret = factor.secret && box.open(factor.secret, `factor ${factor.id}`);
    // No code could be right, so none is called wrong, and no attempt is used up.
    if (factor.factorType === 'totp' && !secret) throw new AppError('FACTOR_UNREADABLE');
    const place = await codeAttempts.take(session, client);
    const now = await clock.now();
    const asked = await challenges.countAnswer(db, key, { now, max: ANSWERS_MAX });
    const step = secret ? stepOf(code, secret, now) : null;
    const isRight = factor.factorType === 'totp' ? step !== null : asked?.codeHash === hashOf(challengeId, code);
    if (!asked || !isRight) throw new AppError('CODE_INVALID');
    const passed = await pass(session, key, step, client);
    await codeAttempts.giveBack(place);
    if (passed.isNew) securityLog.emailNotices();
    const own = passed.cookie === null ? [] : [passed.cookie];
    const cookies = [...own, ...(await codeAttempts.remember(session, client))];
    return { cookies, recoveryCodes: passed.recoveryCodes };
  }

  return {
    /** A session that still owes its second factor sees those that it may answer for. */
    list: async (session: ValidSession) => {
      const rows = await factors.listFactors(db, session.userId);
      return rows.filter((row) => !session.needsSecondFactor || isVerified(row)).map(toFactor);
    },

    /** Starts an enrollment, or starts it again; the first correct code completes it. The secret is shown only here. */
    enroll: async (session: ValidSession, input: Enrollment, client: Client, isRestart = true): Promise<Enrolled> => {
      const { userId, email } = session;
      const { factorType, friendlyName } = input;
      if (factorType === 'phone' && !dependencies.sms) throw new AppError('SMS_UNAVAILABLE');
      const totp = factorType === 'totp' ? newTotp({ label: email, issuer: input.issuer }) : null;
      const phone = factorType === 'phone' ? input.phone : null;
      const id = factorIdSchema.parse(randomUUID());
      const now = await clock.now();
      const common = { id, userId, friendlyName, now, ...client };
      await inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        if (isRestart) await factors.deleteUnverifiedFactor(trx, userId, friendlyName);
        if ((await factors.listFactors(trx, userId)).length >= FACTORS_MAX) throw new AppError('TOO_MANY_FACTORS');
        const isAdded = await factors.addFactor(
          trx,
          totp === null
            ? { ...common, factorType: 'phone', phone: phone ?? '' }
            : { ...common, factorType: 'totp', secret: box.seal(totp.secret) },
        );
        if (!isAdded) throw new AppError('FACTOR_NAME_TAKEN');
      });
      return { id, factorType, friendlyName, totp, phone };
    },

    /** Creates a challenge; for a phone, a code is sent. */
    challenge: async (
      session: ValidSession,
      input: { factorId: FactorId; channel?: Channel | undefined },
      client: CodeClient,
    ) => {
      const { userId } = session;
      const factor = await getFor(session, input.factorId);
      const { isStranger } = await codeAttempts.takeChallenge(session, client);
      const now = await clock.now();
      const expiresAt = new Date(now.getTime() + CHALLENGE_MINUTES * 60_000);
      const key = { userId, factorId: factor.id, id: challengeIdSchema.parse(randomUUID()) };
      const asked = { id: key.id as string, factorType: factor.factorType, expiresAt }; // reason: brands stay on the server
      if (factor.phone === null) {
        await challenges.addChallenge(db, { ...key, channel: null, codeHash: null, now, expiresAt });
        return asked;
      }
      if (!dependencies.sms) throw new AppError('SMS_UNAVAILABLE');
      await dependencies.allowance.take(userId, factor.phone, { isVerified: isVerified(factor), isStranger });
      const channel = input.channel ?? 'sms';
      const code = sixDigitCode();
      await inTransaction(db, async (trx) => {
        // Someone who knows only the password mustn't end a code that the owner has just received.
        if (!isStranger) await challenges.deleteChallengesOf(trx, userId, factor.id);
        await challenges.addChallenge(trx, { ...key, channel, codeHash: hashOf(key.id, code), now, expiresAt });
      });
      await sendCode(key, factor.phone, channel, code);
      return asked;
    },

    /** Completes an enrollment, or passes the second factor. Recovery codes come with the first factor, once. */
    verify: async (session: ValidSession, given: FactorAnswer, client: CodeClient): Promise<Passed> =>
      answer(session, await getFor(session, given.factorId), given, client),

    /** Passes the second factor with one that already protects the account. */
    reauthenticate: async (session: ValidSession, given: FactorAnswer, client: CodeClient): Promise<string[]> => {
      const factor = await get(session.userId, given.factorId);
      if (!isVerified(factor)) throw new AppError('NOT_FOUND');
      return (await answer(session, factor, given, client)).cookies;
    },

    rename: async (userId: UserId, factorId: FactorId, friendlyName: string): Promise<void> => {
      const { id } = await get(userId, factorId);
      try {
        await factors.renameFactor(db, userId, id, friendlyName);
      } catch (error) {
        throw brokenUniqueConstraint(error) === null ? error : new AppError('FACTOR_NAME_TAKEN');
      }
    },

    /** Returns the Set-Cookie value of this session, if it got a new one. Removing the last factor removes the recovery codes too. */
    remove: async (session: ValidSession, factorId: FactorId, client: Client): Promise<string | null> => {
      const { userId, email } = session;
      const cookie = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          const all = await factors.listFactors(trx, userId);
          const factor = all.find(({ id }) => id === factorId);
          if (!factor) throw new AppError('NOT_FOUND');
          await factors.deleteFactor(trx, userId, factor.id);
          if (!isVerified(factor)) return null;
          if (all.filter(isVerified).length === 1) await deleteRecoveryCodes(trx, userId);
          await securityLog.add(trx, { userId, kind: 'factor_removed', client, detail: factor.friendlyName }, email);
          return sessions.secure(trx, session, { endOthers: true });
        }),
      );
      securityLog.emailNotices();
      return cookie;
    },

    sweep: async (): Promise<void> => {
      const now = await clock.now();
      await challenges.deleteExpiredChallenges(db, now);
      // An enrollment that hasn't been finished in a day is dropped.
      await factors.deleteUnverifiedFactorsBefore(db, new Date(now.getTime() - DAY_MS));
    },
  };
}
export type FactorsService = ReturnType<typeof createFactorsService>;
