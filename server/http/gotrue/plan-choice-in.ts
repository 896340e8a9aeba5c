import type { z } from 'zod';
import { planChoiceSchema } from '#contract/account/auth.ts';

/** The plan that a client's `redirect_to` carries: only with its price, and only on the sign-in page of this site (spec §5, §7). */
export function planChoiceIn(
  redirectTo: string | undefined,
  publicUrl: string,
): z.output<typeof planChoiceSchema> | undefined {
  if (redirectTo === undefined || !URL.canParse(redirectTo, publicUrl)) return undefined;
  const { origin, pathname, searchParams } = new URL(redirectTo, publicUrl);
  if (origin !== new URL(publicUrl).origin || pathname !== '/auth') return undefined;
  return planChoiceSchema.safeParse(Object.fromEntries(searchParams)).data;
}
