import { z } from 'zod';
import { BLOG_SEARCH_MAX } from '#contract/site/blog.ts';
import { publicProcedure, router } from '#server/trpc/init.ts';

const words = z.string().max(BLOG_SEARCH_MAX);

export const blogRouter = router({
  list: publicProcedure
    .input(z.strictObject({ q: words.optional(), tag: words.optional() }).default({}))
    .query(({ ctx, input }) => ctx.services.blog.list(input)),

  article: publicProcedure
    .input(z.strictObject({ slug: z.string().min(1).max(BLOG_SEARCH_MAX) }))
    .query(({ ctx, input }) => ctx.services.blog.article(input.slug)),
});
