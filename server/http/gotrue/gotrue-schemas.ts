import { z } from 'zod';
import { challengeIdSchema, factorIdSchema } from '#contract/ids.ts';
import { emailSchema, newPasswordSchema, signInSchema } from '#contract/account/auth.ts';
import { FRIENDLY_NAME_MAX } from '#contract/account/factor-limits.ts';
import { phoneSchema, sixDigitsSchema } from '#contract/account/factors.ts';
import { oneLine } from '#contract/quoted-name.ts';
import { isSmallMetadata, METADATA_TOO_LARGE } from '#server/modules/tokens/metadata.ts';

const line = (max: number) => z.string().trim().max(max);

const PKCE_NEEDED =
  "A code_challenge is required, with the code_challenge_method s256: set the client's flowType to pkce";

/** An arbitrary object, bounded (AUTH-11). */
const metadata = z.record(z.string(), z.json()).refine(isSmallMetadata, METADATA_TOO_LARGE);

export const signupBody = z.object({ email: emailSchema, password: newPasswordSchema, data: metadata.nullish() });
export const passwordGrantBody = signInSchema;
export const refreshGrantBody = z.object({ refresh_token: z.string().min(1).max(200) });
export const pkceGrantBody = z.object({
  auth_code: z.string().min(1).max(200),
  code_verifier: z.string().min(1).max(200),
});
/** Only S256 (RFC 7636): the challenge is the SHA-256 of the verifier, in base64url. */
export const authorizeQuery = z.object({
  provider: z.string().max(50),
  redirect_to: z.string().optional(),
  code_challenge: z.string(PKCE_NEEDED).regex(/^[\w-]{43}$/, PKCE_NEEDED),
  code_challenge_method: z
    .string(PKCE_NEEDED)
    .toLowerCase()
    .refine((method) => method === 's256', PKCE_NEEDED),
});
export const userBody = z.object({
  email: emailSchema.optional(),
  password: newPasswordSchema.optional(),
  data: metadata.nullish(),
  nonce: line(20).optional(),
});
export const resendBody = z.object({ type: z.enum(['signup', 'email_change']), email: emailSchema });
export const recoverBody = z.object({ email: emailSchema });
export const logoutScope = z.enum(['global', 'local', 'others']).default('global');

const friendlyName = z.string().overwrite(oneLine).max(FRIENDLY_NAME_MAX).optional();
export const factorBody = z.discriminatedUnion('factor_type', [
  z.object({ factor_type: z.literal('totp'), friendly_name: friendlyName, issuer: line(100).optional() }),
  z.object({ factor_type: z.literal('phone'), friendly_name: friendlyName, phone: phoneSchema }),
]);
export const factorId = factorIdSchema;
export const challengeBody = z.object({ channel: z.enum(['sms', 'whatsapp']).optional() });
export const verifyBody = z.object({ challenge_id: challengeIdSchema, code: sixDigitsSchema });
