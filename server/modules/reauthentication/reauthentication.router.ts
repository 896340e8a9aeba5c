import { useRecoveryCodeSchema, verifyFactorSchema } from '#contract/account/factors.ts';
import { passkeyAnswerSchema } from '#contract/account/passkeys.ts';
import { reauthenticateCodeSchema, reauthenticatePasswordSchema } from '#contract/account/reauthentication.ts';
import { hashesPassword, procedure, router } from '#server/trpc/init.ts';

type Answering = { setCookie: (cookies: string[]) => void };

/** Re-authentication gave the session a new secret, unless the session has none. */
async function answerWith(ctx: Answering, done: Promise<string[]>): Promise<{ ok: true }> {
  ctx.setCookie(await done);
  return { ok: true };
}

export const reauthenticationRouter = router({
  ways: procedure.query(({ ctx }) => ctx.services.reauthentication.ways(ctx.validSession)),

  password: procedure
    .use(hashesPassword)
    .input(reauthenticatePasswordSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.reauthentication.password(ctx.validSession, input.password, ctx.browser())),
    ),

  sendEmailCode: procedure.mutation(async ({ ctx }) => {
    await ctx.services.reauthentication.sendEmailCode(ctx.validSession);
    return { ok: true as const };
  }),

  emailCode: procedure
    .input(reauthenticateCodeSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.reauthentication.emailCode(ctx.validSession, input.code, ctx.browser())),
    ),

  factor: procedure
    .input(verifyFactorSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.reauthentication.factor(ctx.validSession, input, ctx.browser())),
    ),

  recoveryCode: procedure
    .input(useRecoveryCodeSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.reauthentication.recoveryCode(ctx.validSession, input.code, ctx.browser())),
    ),

  passkeyOptions: procedure.mutation(({ ctx }) => ctx.services.reauthentication.passkeyOptions(ctx.validSession)),

  passkey: procedure
    .input(passkeyAnswerSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.reauthentication.passkey(ctx.validSession, input.response, ctx.browser())),
    ),
});
