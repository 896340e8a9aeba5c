import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '#contract/account/factor-limits.ts';
import type { Db } from '#db/client.ts';
import { listFactors } from '#db/queries/second-factor/factors.ts';
import * as codes from '#db/queries/second-factor/recovery-codes.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { cancelResetWait } from '#db/queries/identity/ways-in.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client, CodeClient } from '#server/lib/request/client.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { CodeAttempts } from './code-attempts.service.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  securityLog: SecurityLog;
  codeAttempts: CodeAttempts;
  /** Keyed: the first under today's master key, the others under earlier ones. */
  hashes: [KeyedHash, ...KeyedHash[]];
};

/** Crockford's 32 letters, five bits each, without look-alikes. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LETTERS = 8;

/** 40 random bits like `k7f2-9dqm`. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]);
  return `${letters.slice(0, CODE_LETTERS / 2).join('')}-${letters.slice(CODE_LETTERS / 2).join('')}`;
}

/** Normalizes a typed code: case, spaces and look-alikes don't matter. */
const canonical = (code: string) =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

export function createRecoveryCodes({ db, clock, sessions, securityLog, codeAttempts, hashes }: Dependencies) {
  const [newest] = hashes;
  const textOf = (userId: UserId, code: string) => `${userId}:${canonical(code)}`;

  /** Creates ten codes, replacing all earlier ones. This is the only time that they are known. */
  async function make(trx: Db, userId: UserId, client: Client): Promise<string[]> {
    const made = new Set<string>();
    while (made.size < RECOVERY_CODES) made.add(newCode());
    const codeHashes = [...made].map((code) => newest(textOf(userId, code)));
    await codes.replaceRecoveryCodes(trx, userId, codeHashes, { now: await clock.now(), ...client });
    return [...made];
  }

  return {
    make,

    status: async (userId: UserId): Promise<{ left: number }> => ({
      left: await codes.countUnusedRecoveryCodes(db, userId),
    }),

    renew: async (session: ValidSession, client: Client): Promise<{ codes: string[]; cookie: string | null }> => {
      const { userId, email } = session;
      const renewed = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          const hasFactor = (await listFactors(trx, userId)).some(({ status }) => status === 'verified');
          if (!hasFactor) throw new AppError('NOT_FOUND');
          await securityLog.add(trx, { userId, kind: 'recovery_codes_made', client }, email);
          return {
            codes: await make(trx, userId, client),
            cookie: await sessions.secure(trx, session, { endOthers: false }),
          };
        }),
      );
      securityLog.emailNotices();
      return renewed;
    },

    /** Passes the second factor with one code, which is used up. */
    use: async (
      session: ValidSession,
      code: string,
      client: CodeClient,
    ): Promise<{ left: number; cookies: string[] }> => {
      const { userId, email } = session;
      const place = await codeAttempts.take(session, client);
      const given = hashes.map((hash) => hash(textOf(userId, code)));
      const used = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          if (!(await codes.takeRecoveryCode(trx, userId, given, await clock.now())))
            throw new AppError('CODE_INVALID');
          const left = await codes.countUnusedRecoveryCodes(trx, userId);
          const detail = left === 1 ? '1 code is left' : `${left} codes are left`;
          await securityLog.add(trx, { userId, kind: 'recovery_code_used', client, detail }, email);
          await cancelResetWait(trx, userId);
          const isReauthentication = session.secondFactorAt !== null;
          const change = { method: 'recovery', isSecondFactor: true, isReauthentication, endOthers: false } as const;
          return { left, cookie: await sessions.secure(trx, session, change) };
        }),
      );
      await codeAttempts.giveBack(place);
      securityLog.emailNotices();
      const { left, cookie } = used;
      return {
        left,
        cookies: [...(cookie === null ? [] : [cookie]), ...(await codeAttempts.remember(session, client))],
      };
    },
  };
}
export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;
