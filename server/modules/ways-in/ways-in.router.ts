import { disabledWaySchema } from '#contract/account/account.ts';
import { addsWayInProcedure, procedure, router } from '#server/trpc/init.ts';

const ok = { ok: true as const };

export const waysInRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.waysIn.list(ctx.validSession)),

  turnOn: addsWayInProcedure.input(disabledWaySchema).mutation(async ({ ctx, input }) => {
    await ctx.services.waysIn.turnOn(ctx.validSession, input.id, ctx.client);
    return ok;
  }),

  remove: procedure.input(disabledWaySchema).mutation(async ({ ctx, input }) => {
    await ctx.services.waysIn.remove(ctx.validSession, input.id);
    return ok;
  }),
});
