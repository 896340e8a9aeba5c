import type { UserId } from '#db/types.gen.ts';
import type { TrpcContext } from './context.ts';

/**
 * Sets the cookies of a session that has just signed out all others; null if it has no cookie. The browser stays known as one that has
 * passed the second factor (AUTH-24).
 */
export async function setSecuredCookie(
  ctx: Pick<TrpcContext, 'services' | 'browser' | 'setCookie'>,
  userId: UserId,
  cookies: string | string[] | null,
): Promise<void> {
  if (cookies === null) return;
  ctx.setCookie([cookies, await ctx.services.codeAttempts.stayKnown(userId, ctx.browser())].flat());
}
