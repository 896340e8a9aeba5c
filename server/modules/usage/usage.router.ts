import { z } from 'zod';
import { procedure, router } from '#server/trpc/init.ts';

const usageTypeSchema = z.enum(['messages']);

export const usageRouter = router({
  overview: procedure.query(({ ctx }) => ctx.services.usage.overview(ctx.userId)),

  check: procedure
    .input(z.object({ usageType: usageTypeSchema }))
    .query(({ ctx }) => ctx.services.usage.check(ctx.userId)),

  track: procedure
    .input(z.object({ usageType: usageTypeSchema, amount: z.number().int().min(1).max(100).default(1) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.usage.track(ctx.userId, input.amount);
      return { success: true as const };
    }),
});
