import type { KeyedHash } from '#server/lib/crypto/secrets.ts';
import { createCodeAttempts } from '#server/modules/factors/code-attempts.service.ts';
import { createFactorsService } from '#server/modules/factors/factors.service.ts';
import { createRecoveryCodes } from '#server/modules/factors/recovery-codes.service.ts';
import { createSmsAllowance } from '#server/modules/factors/sms-allowance.ts';
import { createPasskeysService } from '#server/modules/passkeys/passkeys.service.ts';
import { createReauthenticationService } from '#server/modules/reauthentication/reauthentication.service.ts';

/** Changing this text would invalidate everyone's recovery codes. */
const RECOVERY_CODES = 'recovery codes';

type Given<T extends (dependencies: never) => unknown> = Parameters<T>[0];
type Dependencies = Omit<Given<typeof createCodeAttempts>, 'hash' | 'devices'> &
  Omit<Given<typeof createRecoveryCodes>, 'hashes' | 'codeAttempts'> &
  Omit<Given<typeof createFactorsService>, 'codeAttempts' | 'recoveryCodes' | 'allowance' | 'hash' | 'host'> &
  Omit<Given<typeof createSmsAllowance>, 'hash' | 'dailyCap'> &
  Omit<Given<typeof createPasskeysService>, 'codeAttempts'> &
  Omit<
    Given<typeof createReauthenticationService>,
    'codeAttempts' | 'factors' | 'recoveryCodes' | 'passkeys' | 'hash'
  > & {
    smsDailyCap: number;
    /** The cookie of browsers that have passed a second factor. */
    factorDevices: Given<typeof createCodeAttempts>['devices'];
    hashesFor: (purpose: string) => [KeyedHash, ...KeyedHash[]];
  };

/** What proves who somebody is besides their password, and asks for it again before what matters. */
export function createSecondFactors({ smsDailyCap, factorDevices, hashesFor, ...outer }: Dependencies) {
  const hashFor = (purpose: string) => hashesFor(purpose)[0];
  const codeAttempts = createCodeAttempts({ ...outer, hash: hashFor('code attempts'), devices: factorDevices });
  const given = { ...outer, codeAttempts };
  const recoveryCodes = createRecoveryCodes({ ...given, hashes: hashesFor(RECOVERY_CODES) });
  const factors = createFactorsService({
    ...given,
    recoveryCodes,
    allowance: createSmsAllowance({ ...given, hash: hashFor('sms'), dailyCap: smsDailyCap }),
    hash: hashFor('codes by phone'),
    host: new URL(given.publicUrl).hostname,
  });
  const passkeys = createPasskeysService(given);
  return {
    codeAttempts,
    factors,
    recoveryCodes,
    passkeys,
    reauthentication: createReauthenticationService({
      ...given,
      factors,
      recoveryCodes,
      passkeys,
      hash: hashFor('codes by mail'),
    }),
  };
}
