import { z } from 'zod';
import { friendlyNameSchema } from './factors.ts';

type Descriptor = { id: string; type: string; transports?: string[] };

/**
 * What the browser's library needs to create a passkey. Written out here, so that screens don't depend on the server library's
 * types.
 */
export type RegistrationOptions = {
  rp: { name: string; id?: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { alg: number; type: 'public-key' }[];
  timeout?: number;
  excludeCredentials?: Descriptor[];
  authenticatorSelection?: {
    residentKey?: 'discouraged' | 'preferred' | 'required';
    requireResidentKey?: boolean;
    userVerification?: 'discouraged' | 'preferred' | 'required';
  };
  attestation?: 'direct' | 'enterprise' | 'indirect' | 'none';
  extensions?: { credProps?: boolean };
};
/** What the browser's library needs to have a challenge signed. */
export type AuthenticationOptions = {
  challenge: string;
  timeout?: number;
  rpId?: string;
  allowCredentials?: Descriptor[];
  userVerification?: 'discouraged' | 'preferred' | 'required';
};

const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
/** A credential's id: at most 1023 bytes, as base64url (WebAuthn §4). */
const credentialId = bytes(1_364);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  // Nothing reads the extensions' output, but the library requires the field.
  clientExtensionResults: z
    .unknown()
    .optional()
    .transform(() => ({})),
};

/** The result of `startRegistration` in the browser's library. */
export const registrationResponseSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponseSchema>;

/** The result of `startAuthentication` in the browser's library. */
export const authenticationResponseSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(10_000),
    userHandle: z.string().max(200).optional(),
  }),
});
export type AuthenticationResponse = z.output<typeof authenticationResponseSchema>;

export const addPasskeySchema = z.object({ friendlyName: friendlyNameSchema, response: registrationResponseSchema });
export const renamePasskeySchema = z.object({ id: credentialId, friendlyName: friendlyNameSchema });
export const passkeyIdSchema = z.object({ id: credentialId });
export const passkeyAnswerSchema = z.object({ response: authenticationResponseSchema });
