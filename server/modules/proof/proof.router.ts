import { useRecoveryCodeSchema, verifyFactorSchema } from '#contract/account/factors.ts';
import { passkeyAnswerSchema } from '#contract/account/passkeys.ts';
import { proveCodeSchema, provePasswordSchema } from '#contract/account/proof.ts';
import { hashesPassword, procedure, router } from '#server/trpc/init.ts';

type Answering = { setCookie: (cookie: string) => void };

/** The proof gave the session a new secret, unless it has none. */
async function answerWith(ctx: Answering, proved: Promise<string | null>): Promise<{ ok: true }> {
  const cookie = await proved;
  if (cookie) ctx.setCookie(cookie);
  return { ok: true };
}

export const proofRouter = router({
  ways: procedure.query(({ ctx }) => ctx.services.proof.ways(ctx.validSession)),

  password: procedure
    .use(hashesPassword)
    .input(provePasswordSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.proof.password(ctx.validSession, input.password, ctx.client)),
    ),

  sendEmailCode: procedure.mutation(async ({ ctx }) => {
    await ctx.services.proof.sendEmailCode(ctx.validSession);
    return { ok: true as const };
  }),

  emailCode: procedure
    .input(proveCodeSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.proof.emailCode(ctx.validSession, input.code, ctx.client)),
    ),

  factor: procedure
    .input(verifyFactorSchema)
    .mutation(({ ctx, input }) => answerWith(ctx, ctx.services.proof.factor(ctx.validSession, input, ctx.client))),

  recoveryCode: procedure
    .input(useRecoveryCodeSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.proof.recoveryCode(ctx.validSession, input.code, ctx.client)),
    ),

  passkeyOptions: procedure.mutation(({ ctx }) => ctx.services.proof.passkeyOptions(ctx.validSession)),

  passkey: procedure
    .input(passkeyAnswerSchema)
    .mutation(({ ctx, input }) =>
      answerWith(ctx, ctx.services.proof.passkey(ctx.validSession, input.response, ctx.client)),
    ),
});
