import { subscribeSchema } from '#contract/site/newsletter.ts';
import { publicProcedure, router } from '#server/trpc/init.ts';

export const newsletterRouter = router({
  subscribe: publicProcedure.input(subscribeSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.newsletter.subscribe(input.email, ctx.client);
    return { ok: true as const };
  }),
});
