import { oauthProviderSchema, startOAuthSchema } from '#contract/account/oauth.ts';
import {
  addsWayInProcedure,
  procedure,
  reauthenticatedProcedure,
  publicProcedure,
  router,
  setSecuredCookie,
} from '#server/trpc/init.ts';

export const oauthRouter = router({
  /** The address at the sign-in service. Only the browser that asked may return from there. */
  start: publicProcedure.input(startOAuthSchema).mutation(async ({ ctx, input }) => {
    const { oauth } = ctx.services;
    const { url, cookie } = await oauth.start(input, { client: ctx.client, browser: ctx.cookie(oauth.cookieName) });
    ctx.setCookie(cookie);
    return { url };
  }),

  /** The same for a signed-in person who adds another sign-in method. */
  link: addsWayInProcedure.input(oauthProviderSchema).mutation(async ({ ctx, input }) => {
    const { oauth } = ctx.services;
    const browser = ctx.cookie(oauth.cookieName);
    const { url, cookie } = await oauth.start(input, { client: ctx.client, browser, userId: ctx.userId });
    ctx.setCookie(cookie);
    return { url };
  }),

  identities: procedure.query(({ ctx }) => ctx.services.oauth.identities(ctx.userId)),

  unlink: reauthenticatedProcedure.input(oauthProviderSchema).mutation(async ({ ctx, input }) => {
    const cookie = await ctx.services.oauth.unlink(ctx.validSession, input.provider, ctx.client);
    await setSecuredCookie(ctx, ctx.userId, cookie);
    return { ok: true as const };
  }),
});
