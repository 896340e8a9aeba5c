import type { Db } from '#db/client.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { SmsGateway } from '#server/gateways/sms.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import type { AttemptLimiter } from '#server/modules/auth/attempt-limiter.ts';
import { createDeviceCookie } from '#server/modules/auth/device-cookie.ts';
import type { SessionService } from '#server/modules/auth/session.service.ts';
import type { SignIn } from '#server/modules/auth/sign-in.service.ts';
import { createCodeAttempts, type CodeAttempts } from '#server/modules/factors/code-attempts.service.ts';
import { createFactorsService, type FactorsService } from '#server/modules/factors/factors.service.ts';
import { createRecoveryCodes, type RecoveryCodes } from '#server/modules/factors/recovery-codes.service.ts';
import { createSmsAllowance } from '#server/modules/factors/sms-allowance.ts';
import type { CapWarning } from '#server/modules/operator/cap-warning.service.ts';
import { createPasskeysService, type PasskeysService } from '#server/modules/passkeys/passkeys.service.ts';
import {
  createReauthenticationService,
  type ReauthenticationService,
} from '#server/modules/reauthentication/reauthentication.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import type { Keys } from './keys.ts';

/** Changing this text would invalidate everyone's recovery codes. */
const RECOVERY_CODES = 'recovery codes';

type Input = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  /** Null if no text messages can be sent. */
  sms: SmsGateway | null;
  keys: Keys;
  passwords: PasswordQueue;
  sessions: SessionService;
  securityLog: SecurityLog;
  signIn: SignIn;
  attempts: AttemptLimiter;
  capWarning: CapWarning;
  smsDailyCap: number;
  publicUrl: string;
};
export type SecondFactorServices = {
  codeAttempts: CodeAttempts;
  factors: FactorsService;
  recoveryCodes: RecoveryCodes;
  passkeys: PasskeysService;
  reauthentication: ReauthenticationService;
};

/** Second factors, passkeys, and re-authentication before sensitive actions. */
export function composeSecondFactors(input: Input): SecondFactorServices {
  const { db, clock, mail, sms, keys, passwords, sessions, securityLog, signIn, attempts, capWarning } = input;
  const { smsDailyCap, publicUrl } = input;
  const codeAttempts = createCodeAttempts({
    db,
    clock,
    hash: keys.hash('code attempts'),
    devices: createDeviceCookie({
      after: 'second-factor',
      isHttps: publicUrl.startsWith('https:'),
      hashes: keys.hashes('second factor devices'),
    }),
    attempts,
    securityLog,
  });
  const recoveryCodes = createRecoveryCodes({
    db,
    clock,
    sessions,
    securityLog,
    codeAttempts,
    hashes: keys.hashes(RECOVERY_CODES),
  });
  const factors = createFactorsService({
    db,
    clock,
    sessions,
    securityLog,
    codeAttempts,
    recoveryCodes,
    allowance: createSmsAllowance({ db, clock, hash: keys.hash('sms'), dailyCap: smsDailyCap, capWarning }),
    sms,
    box: keys.box('totp'),
    hash: keys.hash('codes by phone'),
    host: new URL(publicUrl).hostname,
  });
  const passkeys = createPasskeysService({
    db,
    clock,
    sessions,
    securityLog,
    signIn,
    codeAttempts,
    attempts,
    publicUrl,
  });
  return {
    codeAttempts,
    factors,
    recoveryCodes,
    passkeys,
    reauthentication: createReauthenticationService({
      db,
      clock,
      mail,
      sessions,
      passwords,
      codeAttempts,
      attempts,
      factors,
      recoveryCodes,
      passkeys,
      hash: keys.hash('codes by mail'),
    }),
  };
}
