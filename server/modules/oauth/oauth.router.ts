import { oauthProviderSchema, startOAuthSchema } from '#contract/account/oauth.ts';
import { procedure, provenProcedure, publicProcedure, router } from '#server/trpc/init.ts';

export const oauthRouter = router({
  /** The address at the sign-in service. Only the browser that asked may come back from there. */
  start: publicProcedure.input(startOAuthSchema).mutation(async ({ ctx, input }) => {
    const { oauth } = ctx.services;
    const { url, cookie } = await oauth.start(input, { client: ctx.client, browser: ctx.cookie(oauth.cookieName) });
    ctx.setCookie(cookie);
    return { url };
  }),

  /** The same for somebody who is signed in and wants another way in. */
  link: provenProcedure.input(oauthProviderSchema).mutation(async ({ ctx, input }) => {
    const { oauth } = ctx.services;
    const browser = ctx.cookie(oauth.cookieName);
    const { url, cookie } = await oauth.start(input, { client: ctx.client, browser, userId: ctx.userId });
    ctx.setCookie(cookie);
    return { url };
  }),

  identities: procedure.query(async ({ ctx }) => {
    const identities = await ctx.services.oauth.identities(ctx.userId);
    return identities.map((one) => ({
      ...one,
      createdAt: one.createdAt.toISOString(),
      lastUsedAt: one.lastUsedAt.toISOString(),
    }));
  }),

  unlink: provenProcedure.input(oauthProviderSchema).mutation(async ({ ctx, input }) => {
    const cookie = await ctx.services.oauth.unlink(ctx.validSession, input.provider, ctx.client);
    if (cookie) ctx.setCookie(cookie);
    return { ok: true as const };
  }),
});
