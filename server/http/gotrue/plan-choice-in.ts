import type { z } from 'zod';
import { planChoiceSchema } from '#contract/account/auth.ts';

/**
 * The plan in a client's `redirect_to`: read only together with its price, and only when the target is this site's sign-in page (AUTH-3).
 */
export function planChoiceIn(
  redirectTo: string | undefined,
  publicUrl: string,
): z.output<typeof planChoiceSchema> | undefined {
  if (redirectTo === undefined || !URL.canParse(redirectTo, publicUrl)) return undefined;
  const { origin, pathname, searchParams } = new URL(redirectTo, publicUrl);
  if (origin !== new URL(publicUrl).origin || pathname !== '/auth') return undefined;
  return planChoiceSchema.safeParse(Object.fromEntries(searchParams)).data;
}
