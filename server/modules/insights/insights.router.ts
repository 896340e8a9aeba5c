import { procedure, router } from '#server/trpc/init.ts';

export const insightsRouter = router({
  today: procedure.query(({ ctx }) => ctx.services.insights.today(ctx.userId)),
});
