import { z } from 'zod';
import { planChoiceSchema, redirectSchema } from './auth.ts';
import { OAUTH_PROVIDERS } from './oauth-providers.ts';

export const oauthProviderSchema = z.object({ provider: z.enum(OAUTH_PROVIDERS) });

export const startOAuthSchema = z.object({
  provider: z.enum(OAUTH_PROVIDERS),
  planChoice: planChoiceSchema.optional(),
  redirect: redirectSchema.optional(),
});
