import { PASSKEY_CHALLENGE_MINUTES } from '#contract/account/factor-limits.ts';
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse,
} from '#contract/account/passkeys.ts';
import { userIdSchema } from '#contract/ids.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { UserId } from '#db/types.gen.ts';
import { AppError } from '#server/lib/app-error.ts';

type Known = { id: string; transports: string[] };
type KnownKey = Known & { publicKey: string; counter: number };

/** EdDSA, ES256 and RS256 as COSE numbers: supported by authenticators and every runtime, whatever newer ones may add. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = PASSKEY_CHALLENGE_MINUTES * 60_000;

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const toDescriptors = (keys: Known[]) => keys.map(({ id, transports }) => ({ id, transports }));

// The library takes 0.2 s and 25 MB to load, which a process pays with its first passkey and not at startup.
const load = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});
type Library = Awaited<ReturnType<typeof load>>;

/** Runs a check of the library, which throws for every kind of wrong answer. */
async function checking<T>(work: (library: Library) => Promise<T>): Promise<T> {
  const library = await load();
  try {
    return await work(library);
  } catch {
    throw new AppError('PASSKEY_REFUSED');
  }
}

/**
 * The same answer without its attestation. We request none; if one comes anyway, the library would follow the addresses in its
 * certificates.
 */
function withoutAttestation(library: Library, answer: RegistrationResponse): RegistrationResponse {
  const { decodeAttestationObject, isoCBOR } = library;
  const authData = decodeAttestationObject(toBytes(answer.response.attestationObject)).get('authData');
  const bare = isoCBOR.encode(
    new Map<string, Uint8Array | string | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]),
  );
  return { ...answer, response: { ...answer.response, attestationObject: Buffer.from(bare).toString('base64url') } };
}

/** The challenge that an answer claims to answer. Nothing is trusted yet. */
export function challengeIn(answer: { response: { clientDataJSON: string } }): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString());
    if (typeof said === 'object' && said && 'challenge' in said && typeof said.challenge === 'string')
      return said.challenge;
  } catch {
    // Not JSON: refused like everything else that no browser would send.
  }
  throw new AppError('PASSKEY_REFUSED');
}

/** The person that an answer claims to come from: a discoverable passkey sends the user handle that it was created with. */
export function userIdIn(answer: AuthenticationResponse): UserId {
  const handle = Buffer.from(answer.response.userHandle ?? '', 'base64url').toString();
  const { data } = userIdSchema.safeParse(handle);
  if (data === undefined) throw new AppError('PASSKEY_REFUSED');
  return data;
}

/** WebAuthn for one site: its own host is the relying party, and only its own origin is accepted. */
export function createWebauthn(publicUrl: string) {
  const { hostname: rpID, origin } = new URL(publicUrl);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };

  return {
    registrationOptions: async (
      person: { userId: string; email: string },
      known: Known[],
    ): Promise<RegistrationOptions> =>
      (await load()).generateRegistrationOptions({
        rpName: PRODUCT_NAME,
        rpID,
        userID: new Uint8Array(Buffer.from(person.userId)),
        userName: person.email,
        userDisplayName: person.email,
        timeout: TIMEOUT_MS,
        attestationType: 'none',
        excludeCredentials: toDescriptors(known),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      }),

    /** Without `known`, the browser offers any passkey it has for this site. */
    authenticationOptions: async (known?: Known[]): Promise<AuthenticationOptions> =>
      (await load()).generateAuthenticationOptions({
        rpID,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
        ...(known ? { allowCredentials: toDescriptors(known) } : {}),
      }),

    checkRegistration: (answer: RegistrationResponse, expectedChallenge: string) =>
      checking(async (library) => {
        const response = withoutAttestation(library, answer);
        const checked = await library.verifyRegistrationResponse({
          ...expected,
          response,
          expectedChallenge,
          supportedAlgorithmIDs: ALGORITHMS,
        });
        if (!checked.verified) throw new Error('the passkey’s signature could not be verified');
        const { credential, credentialBackedUp: isBackedUp } = checked.registrationInfo;
        const publicKey = Buffer.from(credential.publicKey).toString('base64url');
        return { id: credential.id, publicKey, counter: credential.counter, isBackedUp };
      }),

    checkAuthentication: (answer: AuthenticationResponse, expectedChallenge: string, key: KnownKey) =>
      checking(async (library) => {
        const credential = { id: key.id, publicKey: toBytes(key.publicKey), counter: key.counter };
        const checked = await library.verifyAuthenticationResponse({
          ...expected,
          response: answer,
          expectedChallenge,
          credential,
        });
        if (!checked.verified) throw new Error('the passkey’s signature could not be verified');
        const { newCounter: counter, credentialBackedUp: isBackedUp } = checked.authenticationInfo;
        return { counter, isBackedUp };
      }),
  };
}
