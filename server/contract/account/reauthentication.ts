import { z } from 'zod';
import { sixDigitsSchema } from './factors.ts';
import { PASSWORD_MAX } from './password-length.ts';

/** How long an emailed code can be used to re-authenticate. */
export const REAUTHENTICATION_CODE_MINUTES = 10;

export const reauthenticatePasswordSchema = z.object({
  password: z
    .string()
    .min(1, 'Password is required')
    .max(2 * PASSWORD_MAX),
});
export const reauthenticateCodeSchema = z.object({ code: sixDigitsSchema });
