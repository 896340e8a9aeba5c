import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { emailSchema, newPasswordSchema } from './auth.ts';

/** What /dashboard/settings sends about the account. */
export const changeEmailSchema = z.object({ email: emailSchema });
export const confirmEmailChangeSchema = z.object({ token: z.string().min(1).max(200) });
export const setPasswordSchema = z.object({ password: newPasswordSchema });
export const disabledWaySchema = z.object({ id: idSchema });
export const endSessionSchema = z.object({ id: idSchema });
