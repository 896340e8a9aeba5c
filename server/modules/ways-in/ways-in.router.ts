import { disabledWaySchema } from '#contract/account/account.ts';
import {
  addsWayInProcedure,
  procedure,
  reauthenticatedProcedure,
  router,
  setSecuredCookie,
} from '#server/trpc/init.ts';

const ok = { ok: true as const };

export const waysInRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.waysIn.list(ctx.validSession)),

  turnOn: addsWayInProcedure.input(disabledWaySchema).mutation(async ({ ctx, input }) => {
    const cookie = await ctx.services.waysIn.turnOn(ctx.validSession, input.id, ctx.client);
    await setSecuredCookie(ctx, ctx.userId, cookie);
    return ok;
  }),

  remove: reauthenticatedProcedure.input(disabledWaySchema).mutation(async ({ ctx, input }) => {
    await ctx.services.waysIn.remove(ctx.validSession, input.id);
    return ok;
  }),
});
