import { z } from 'zod';
import { emailSchema, newPasswordSchema, signInSchema } from '#contract/account/auth.ts';
import { phoneSchema, sixDigitsSchema } from '#contract/account/factors.ts';

/** Bytes of a sign-up's metadata as JSON, at most. */
const METADATA_BYTES = 4_096;
const line = (max: number) => z.string().trim().max(max);

/** An arbitrary object (spec §3), bounded. */
const metadata = z
  .record(z.string(), z.json())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES, 'The data is too large.');

export const signupBody = z.object({ email: emailSchema, password: newPasswordSchema, data: metadata.nullish() });
export const passwordGrantBody = signInSchema;
export const refreshGrantBody = z.object({ refresh_token: z.string().min(1).max(200) });
export const userBody = z.object({
  email: emailSchema.optional(),
  password: newPasswordSchema.optional(),
  data: metadata.nullish(),
  nonce: line(20).optional(),
});
export const resendBody = z.object({ type: z.enum(['signup', 'email_change']), email: emailSchema });
export const recoverBody = z.object({ email: emailSchema });
export const logoutScope = z.enum(['global', 'local', 'others']).default('global');

const friendlyName = line(60).optional();
export const factorBody = z.discriminatedUnion('factor_type', [
  z.object({ factor_type: z.literal('totp'), friendly_name: friendlyName, issuer: line(100).optional() }),
  z.object({ factor_type: z.literal('phone'), friendly_name: friendlyName, phone: phoneSchema }),
]);
export const factorId = z.uuid();
export const challengeBody = z.object({ channel: z.enum(['sms', 'whatsapp']).optional() });
export const verifyBody = z.object({ challenge_id: z.uuid(), code: sixDigitsSchema });
