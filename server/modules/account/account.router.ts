import {
  changeEmailSchema,
  confirmEmailChangeSchema,
  endSessionSchema,
  setPasswordSchema,
} from '#contract/account/account.ts';
import {
  addsWayInProcedure,
  hashesPassword,
  procedure,
  reauthenticatedProcedure,
  publicProcedure,
  router,
  setSecuredCookie,
} from '#server/trpc/init.ts';

const ok = { ok: true as const };

export const accountRouter = router({
  get: procedure.query(({ ctx }) => ctx.services.account.get(ctx.userId)),

  changeEmail: addsWayInProcedure.input(changeEmailSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.account.changeEmail(ctx.validSession, input.email, ctx.client);
    return ok;
  }),

  resendEmailChange: procedure.mutation(async ({ ctx }) => {
    await ctx.services.account.resendEmailChange(ctx.validSession);
    return ok;
  }),

  cancelEmailChange: procedure.mutation(async ({ ctx }) => {
    await ctx.services.account.cancelEmailChange(ctx.validSession);
    return ok;
  }),

  confirmEmailChange: publicProcedure.input(confirmEmailChangeSchema).mutation(async ({ ctx, input }) => {
    const session = await ctx.session();
    const changed = await ctx.services.account.confirmEmailChange(input.token, session, ctx.client);
    if (session) await setSecuredCookie(ctx, session.userId, changed.cookie);
    return { email: changed.email, isSignedIn: changed.isSignedIn };
  }),

  setPassword: addsWayInProcedure
    .use(hashesPassword)
    .input(setPasswordSchema)
    .mutation(async ({ ctx, input }) => {
      const done = await ctx.services.account.setPassword(ctx.validSession, input.password, ctx.client);
      await setSecuredCookie(ctx, ctx.userId, done.cookie);
      return { turnedOff: done.turnedOff };
    }),

  sessions: procedure.query(({ ctx }) => ctx.services.account.sessions(ctx.validSession)),

  endSession: procedure.input(endSessionSchema).mutation(async ({ ctx, input }) => {
    const cookie = await ctx.services.account.endSession(ctx.validSession, input.id, ctx.client);
    if (cookie) ctx.setCookie(cookie);
    return ok;
  }),

  endOtherSessions: procedure.mutation(async ({ ctx }) => {
    const how = { everywhere: false, turnsOffNew: true };
    const { cookie, turnedOff } = await ctx.services.account.signOut(ctx.validSession, ctx.client, how);
    await setSecuredCookie(ctx, ctx.userId, cookie);
    return { turnedOff };
  }),

  signOutEverywhere: procedure.mutation(async ({ ctx }) => {
    const how = { everywhere: true, turnsOffNew: true };
    const { cookie, turnedOff } = await ctx.services.account.signOut(ctx.validSession, ctx.client, how);
    await setSecuredCookie(ctx, ctx.userId, cookie);
    return { turnedOff };
  }),

  securityLog: procedure.query(({ ctx }) => ctx.services.account.securityLog(ctx.userId)),

  askDeletion: reauthenticatedProcedure.mutation(async ({ ctx }) => {
    const { deleteAfter, cookie } = await ctx.services.account.askDeletion(ctx.validSession, ctx.client);
    await setSecuredCookie(ctx, ctx.userId, cookie);
    return { deleteAfter };
  }),

  cancelDeletion: procedure.mutation(({ ctx }) => ctx.services.account.cancelDeletion(ctx.validSession, ctx.client)),
});
