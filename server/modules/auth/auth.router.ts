import {
  addressOnlySchema,
  confirmEmailSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
} from '#contract/account/auth.ts';
import { hashesPassword, pendingProcedure, publicProcedure, router, setSecuredCookie } from '#server/trpc/init.ts';

export const authRouter = router({
  session: publicProcedure.query(async ({ ctx }) => {
    const session = await ctx.session();
    if (!session) return null;
    // Brands stay on the server.
    const id: string = session.userId;
    return {
      user: { id, email: session.email },
      expiresAt: session.expiresAt.toISOString(),
      needsSecondFactor: session.needsSecondFactor,
      deleteAfter: session.deleteAfter?.toISOString() ?? null,
      resetCompletesAt: session.resetCompletesAt?.toISOString() ?? null,
    };
  }),

  /** Whose session this browser's cookie names, if it was ended and didn't run out (SESSION-6). */
  endedSession: publicProcedure.query(async ({ ctx }) => {
    if (ctx.sessionId === null || (await ctx.session())) return null;
    // Brands stay on the server.
    const userId: string | null = await ctx.services.sessions.endedOwner(ctx.sessionId);
    return userId === null ? null : { userId };
  }),

  /** Extends the session to its full length (SESSION-3). */
  refresh: pendingProcedure.mutation(async ({ ctx }) => {
    const cookie = ctx.sessionId && (await ctx.services.sessions.extend(ctx.sessionId));
    if (cookie) ctx.setCookie(cookie);
    return { ok: true as const };
  }),

  signUp: publicProcedure
    .use(hashesPassword)
    .input(signUpSchema)
    .mutation(async ({ ctx, input }) => {
      const { isLate } = await ctx.services.auth.signUp(input, ctx.client);
      return { ok: true as const, isLate };
    }),

  signIn: publicProcedure
    .use(hashesPassword)
    .input(signInSchema)
    .mutation(async ({ ctx, input }) => {
      ctx.setCookie(await ctx.services.auth.signIn(input, ctx.browser()));
      return { ok: true as const };
    }),

  confirmEmail: publicProcedure.input(confirmEmailSchema).mutation(async ({ ctx, input }) => {
    const { cookies, ...wanted } = await ctx.services.auth.confirmEmail(input.token, ctx.browser());
    ctx.setCookie(cookies);
    return wanted;
  }),

  resendConfirmation: publicProcedure.input(addressOnlySchema).mutation(async ({ ctx, input }) => {
    const { isLate } = await ctx.services.auth.resendConfirmation(input.email, ctx.client);
    return { ok: true as const, isLate };
  }),

  requestPasswordReset: publicProcedure.input(addressOnlySchema).mutation(async ({ ctx, input }) => {
    const { isLate } = await ctx.services.auth.requestPasswordReset(input.email, ctx.client);
    return { ok: true as const, isLate };
  }),

  resetPassword: publicProcedure
    .use(hashesPassword)
    .input(resetPasswordSchema)
    .mutation(async ({ ctx, input }) => {
      const { userId, cookies, turnedOff } = await ctx.services.auth.resetPassword(input, ctx.browser());
      await setSecuredCookie(ctx, userId, cookies);
      return { turnedOff };
    }),

  signOut: pendingProcedure.mutation(async ({ ctx }) => {
    const { sessions } = ctx.services;
    if (ctx.sessionId) ctx.setCookie(await sessions.end(ctx.sessionId));
    else await sessions.endOne(ctx.userId, ctx.validSession.publicId);
    return { ok: true as const };
  }),
});
