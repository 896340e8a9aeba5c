import { z } from 'zod';
import { challengeIdSchema, factorIdSchema } from '../ids.ts';
import { oneLine } from '../quoted-name.ts';
import { CHANNELS, FRIENDLY_NAME_MAX } from './factor-limits.ts';

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '');

/** The name a person gives a factor or a passkey. */
export const friendlyNameSchema = z
  .string()
  .overwrite(oneLine)
  .min(1, 'Please give it a name.')
  .max(FRIENDLY_NAME_MAX, `Please keep the name to ${FRIENDLY_NAME_MAX} characters.`);

/** A phone number as people type it, normalized to E.164: a plus, the country and the number, nothing else. */
export const phoneSchema = z
  .string()
  .overwrite((text) => text.replaceAll(/[\s().\-\u2010-\u2015]/g, ''))
  .regex(/^\+[1-9]\d{6,14}$/, 'Please enter the number with its country code, like +1 614 555 0123.')
  .brand<'phone'>();
export type PhoneNumber = z.output<typeof phoneSchema>;

/** Six digits, however they are spaced. */
export const sixDigitsSchema = z
  .string()
  .overwrite(withoutSpaces)
  .regex(/^\d{6}$/, 'Please enter the six-digit code.');

export const recoveryCodeSchema = z
  .string()
  .trim()
  .min(1, 'Please enter one of your recovery codes.')
  .max(40, 'Please enter one of your recovery codes.');

export const enrollFactorSchema = z.discriminatedUnion('factorType', [
  z.object({ factorType: z.literal('totp'), friendlyName: friendlyNameSchema }),
  z.object({ factorType: z.literal('phone'), friendlyName: friendlyNameSchema, phone: phoneSchema }),
]);

export const oneFactorSchema = z.object({ factorId: factorIdSchema });
/** `channel` applies to phones and defaults to `sms`. */
export const challengeFactorSchema = z.object({ factorId: factorIdSchema, channel: z.enum(CHANNELS).optional() });
export const verifyFactorSchema = z.object({
  factorId: factorIdSchema,
  challengeId: challengeIdSchema,
  code: sixDigitsSchema,
});
export const renameFactorSchema = z.object({ factorId: factorIdSchema, friendlyName: friendlyNameSchema });
export const useRecoveryCodeSchema = z.object({ code: recoveryCodeSchema });
