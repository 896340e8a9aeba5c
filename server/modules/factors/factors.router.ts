import {
  challengeFactorSchema,
  enrollFactorSchema,
  oneFactorSchema,
  renameFactorSchema,
  useRecoveryCodeSchema,
  verifyFactorSchema,
} from '#contract/account/factors.ts';
import {
  addsWayInProcedure,
  pendingProcedure,
  procedure,
  reauthenticatedProcedure,
  router,
  setSecuredCookie,
} from '#server/trpc/init.ts';

export const factorsRouter = router({
  list: pendingProcedure.query(({ ctx }) => ctx.services.factors.list(ctx.validSession)),

  enroll: addsWayInProcedure
    .input(enrollFactorSchema)
    .mutation(({ ctx, input }) => ctx.services.factors.enroll(ctx.validSession, input, ctx.client)),

  challenge: pendingProcedure.input(challengeFactorSchema).mutation(async ({ ctx, input }) => {
    const { id, expiresAt } = await ctx.services.factors.challenge(ctx.validSession, input, ctx.browser());
    return { id, expiresAt: expiresAt.toISOString() };
  }),

  verify: pendingProcedure.input(verifyFactorSchema).mutation(async ({ ctx, input }) => {
    const { cookies, recoveryCodes } = await ctx.services.factors.verify(ctx.validSession, input, ctx.browser());
    ctx.setCookie(cookies);
    return { recoveryCodes };
  }),

  rename: procedure.input(renameFactorSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.factors.rename(ctx.userId, input.factorId, input.friendlyName);
    return { ok: true as const };
  }),

  remove: reauthenticatedProcedure.input(oneFactorSchema).mutation(async ({ ctx, input }) => {
    const cookie = await ctx.services.factors.remove(ctx.validSession, input.factorId, ctx.client);
    await setSecuredCookie(ctx, ctx.userId, cookie);
    return { ok: true as const };
  }),
});

export const recoveryCodesRouter = router({
  status: procedure.query(({ ctx }) => ctx.services.recoveryCodes.status(ctx.userId)),

  renew: addsWayInProcedure.mutation(async ({ ctx }) => {
    const { codes, cookie } = await ctx.services.recoveryCodes.renew(ctx.validSession, ctx.client);
    if (cookie) ctx.setCookie(cookie);
    return { codes };
  }),

  use: pendingProcedure.input(useRecoveryCodeSchema).mutation(async ({ ctx, input }) => {
    const { left, cookies } = await ctx.services.recoveryCodes.use(ctx.validSession, input.code, ctx.browser());
    ctx.setCookie(cookies);
    return { left };
  }),
});
