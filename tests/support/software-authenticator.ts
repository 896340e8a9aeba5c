import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  AuthenticationOptions,
  AuthenticationResponse,
  RegistrationOptions,
  RegistrationResponse,
} from '#contract/account/passkeys.ts';

/** Deviations that no honest browser and key would show. */
type Lies = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  isPresent?: boolean;
  counter?: number;
  /** Signs with this key instead of the one that is named. */
  signer?: KeyObject;
  /** Another user handle, or null for none. */
  userHandle?: string | null;
  type?: string;
  /** An attestation instead of none. */
  attestation?: { format: string; statement: Map<string, string> };
};
type Held = { id: string; userHandle: string; privateKey: KeyObject; publicKey: KeyObject; counter: number };

const ORIGIN = 'http://localhost:3000';
const [UP, UV, BE, BS, AT] = [0x01, 0x04, 0x08, 0x10, 0x40];
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const uint = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** An ES256 key in COSE format (RFC 9053). */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [kty, alg, crv] = [2, -7, 1];
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, kty],
      [3, alg],
      [-1, crv],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
}

type Options = {
  isCounting?: boolean;
  isSynced?: boolean;
  /** The id of every key, which an honest authenticator makes at random. */
  id?: string | undefined;
};

/** A passkey provider in software. `isCounting` keys count their uses, others stay at zero as synced passkeys do. */
export function softwareAuthenticator({ isCounting = true, isSynced = false, id: forced }: Options = {}) {
  const held: Held[] = [];

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? ORIGIN,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, counter: number, lies: Lies, attested?: Buffer): Buffer {
    const flags =
      (lies.isPresent === false ? 0 : UP) |
      (lies.isVerified === false ? 0 : UV) |
      (isSynced ? BE | BS : 0) |
      (attested ? AT : 0);
    return Buffer.concat([
      sha256(lies.rpId ?? rpId),
      Buffer.from([flags]),
      uint(lies.counter ?? counter, 4),
      ...(attested ? [attested] : []),
    ]);
  }

  return {
    held,

    /** Creates a key, like `startRegistration`. */
    create: (options: RegistrationOptions, lies: Lies = {}): RegistrationResponse => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const idBytes = forced === undefined ? randomBytes(32) : Buffer.from(forced, 'base64url');
      const id = base64url(idBytes);
      held.push({ id, userHandle: options.user.id, privateKey, publicKey, counter: 0 });
      const attested = Buffer.concat([Buffer.alloc(16), uint(idBytes.length, 2), idBytes, coseKey(publicKey)]);
      const authData = authenticatorData(options.rp.id ?? '', 0, lies, attested);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', lies.attestation?.format ?? 'none'],
          ['attStmt', lies.attestation?.statement ?? new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, lies)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },

    /** Signs with the newest key, or with `key`, like `startAuthentication`. */
    get: (options: AuthenticationOptions, lies: Lies = {}, key = held.at(-1)): AuthenticationResponse => {
      if (!key) throw new Error('this authenticator holds no key');
      if (isCounting) key.counter += 1;
      const data = clientData('webauthn.get', options.challenge, lies);
      const authData = authenticatorData(options.rpId ?? '', key.counter, lies);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), lies.signer ?? key.privateKey);
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: lies.userHandle === undefined ? key.userHandle : (lies.userHandle ?? undefined),
        },
      };
    },
  };
}
export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;
