import { crashSchema } from '#contract/site/crash.ts';
import { publicProcedure, router } from '#server/trpc/init.ts';

export const crashesRouter = router({
  report: publicProcedure
    .input(crashSchema)
    .mutation(async ({ ctx, input }) => ctx.services.crashes.report(input, ctx.client)),
});
