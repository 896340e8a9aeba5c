import { z } from 'zod';
import { sixDigitsSchema } from './factors.ts';
import { PASSWORD_MAX } from './password-length.ts';

/** How long a code in a mail proves who somebody is. */
export const PROOF_CODE_MINUTES = 10;

export const provePasswordSchema = z.object({
  password: z
    .string()
    .min(1, 'Password is required')
    .max(2 * PASSWORD_MAX),
});
export const proveCodeSchema = z.object({ code: sixDigitsSchema });
