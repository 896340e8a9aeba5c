import {
  addPasskeySchema,
  passkeyAnswerSchema,
  passkeyIdSchema,
  renamePasskeySchema,
} from '#contract/account/passkeys.ts';
import {
  addsWayInProcedure,
  procedure,
  reauthenticatedProcedure,
  publicProcedure,
  router,
  setSecuredCookie,
} from '#server/trpc/init.ts';

export const passkeysRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.passkeys.list(ctx.userId)),

  addOptions: addsWayInProcedure.mutation(({ ctx }) => ctx.services.passkeys.addOptions(ctx.validSession)),

  add: addsWayInProcedure.input(addPasskeySchema).mutation(async ({ ctx, input }) => {
    const { id, friendlyName, cookie } = await ctx.services.passkeys.add(ctx.validSession, input, ctx.client);
    await setSecuredCookie(ctx, ctx.userId, cookie);
    return { id, friendlyName };
  }),

  rename: procedure.input(renamePasskeySchema).mutation(async ({ ctx, input }) => {
    await ctx.services.passkeys.rename(ctx.userId, input.id, input.friendlyName);
    return { ok: true as const };
  }),

  remove: reauthenticatedProcedure.input(passkeyIdSchema).mutation(async ({ ctx, input }) => {
    const cookie = await ctx.services.passkeys.remove(ctx.validSession, input.id, ctx.client);
    await setSecuredCookie(ctx, ctx.userId, cookie);
    return { ok: true as const };
  }),

  signInOptions: publicProcedure.mutation(({ ctx }) => ctx.services.passkeys.signInOptions(ctx.client)),

  signIn: publicProcedure.input(passkeyAnswerSchema).mutation(async ({ ctx, input }) => {
    ctx.setCookie(await ctx.services.passkeys.signIn(input.response, ctx.browser()));
    return { ok: true as const };
  }),
});
