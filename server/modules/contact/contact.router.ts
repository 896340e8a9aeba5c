import { contactSchema } from '#contract/site/contact.ts';
import { publicProcedure, router } from '#server/trpc/init.ts';

export const contactRouter = router({
  send: publicProcedure.input(contactSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.contact.send(input, ctx.client);
    return { ok: true as const };
  }),
});
