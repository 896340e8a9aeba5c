import { keyedHash, type KeyedHash } from '#server/lib/crypto/secrets.ts';
import { createSealedBox } from '#server/lib/crypto/sealed-box.ts';
import { createFactorsService } from '#server/modules/factors/factors.service.ts';
import { createRecoveryCodes } from '#server/modules/factors/recovery-codes.service.ts';
import { createSmsAllowance } from '#server/modules/factors/sms-allowance.ts';
import { createPasskeysService } from '#server/modules/passkeys/passkeys.service.ts';
import { createReauthenticationService } from '#server/modules/reauthentication/reauthentication.service.ts';

/** Changing this text would invalidate everyone's recovery codes. */
const RECOVERY_CODES = 'recovery codes';

type Given<T extends (dependencies: never) => unknown> = Parameters<T>[0];
type Dependencies = Omit<Given<typeof createRecoveryCodes>, 'hashes'> &
  Omit<Given<typeof createFactorsService>, 'recoveryCodes' | 'allowance' | 'box' | 'hash' | 'host'> &
  Omit<Given<typeof createSmsAllowance>, 'hash' | 'dailyCap'> &
  Given<typeof createPasskeysService> &
  Omit<Given<typeof createReauthenticationService>, 'factors' | 'recoveryCodes' | 'passkeys' | 'hash'> & {
    smsDailyCap: number;
    /** The newest first. */
    secrets: [string, ...string[]];
    hashesFor: (purpose: string) => [KeyedHash, ...KeyedHash[]];
  };

/** What proves who somebody is besides their password, and asks for it again before what matters. */
export function createSecondFactors({ smsDailyCap, secrets, hashesFor, ...given }: Dependencies) {
  const hashFor = (purpose: string) => keyedHash(secrets[0], purpose);
  const recoveryCodes = createRecoveryCodes({ ...given, hashes: hashesFor(RECOVERY_CODES) });
  const factors = createFactorsService({
    ...given,
    recoveryCodes,
    allowance: createSmsAllowance({ ...given, hash: hashFor('sms'), dailyCap: smsDailyCap }),
    box: createSealedBox(secrets, 'totp'),
    hash: hashFor('codes by phone'),
    host: new URL(given.publicUrl).hostname,
  });
  const passkeys = createPasskeysService(given);
  return {
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
