import { z } from 'zod';
import { emailSchema } from '../account/auth.ts';

export const subscribeSchema = z.object({ email: emailSchema });
/** The token that each link in an issue carries. */
export const newsletterTokenSchema = z
  .string()
  .max(200)
  .regex(/^[\w-]+$/);
