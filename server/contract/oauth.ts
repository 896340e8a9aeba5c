import { z } from 'zod';
import { planChoiceSchema } from './auth.ts';
import { OAUTH_PROVIDERS } from './oauth-providers.ts';

export const oauthProviderSchema = z.object({ provider: z.enum(OAUTH_PROVIDERS) });

/** `redirect` is where to go afterwards; what is no path of this site counts as not given. */
export const startOAuthSchema = z.object({
  provider: z.enum(OAUTH_PROVIDERS),
  planChoice: planChoiceSchema.optional(),
  redirect: z.string().max(2_000).optional(),
});
