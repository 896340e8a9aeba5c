import {
  addPageSchema,
  choosePagesSchema,
  confirmFactsOfSourceSchema,
  getSourceSchema,
  oneSourceSchema,
  replaceFileSchema,
  setRefreshedSchema,
  unconfirmFactsOfSourceSchema,
} from '#contract/brain/source-schemas.ts';
import { procedure, router } from '#server/trpc/init.ts';

const done = { ok: true as const };

export const sourcesRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.sources.list(ctx.userId)),

  get: procedure.input(getSourceSchema).query(({ ctx, input }) => ctx.services.sources.get(ctx.userId, input)),

  facts: procedure
    .input(oneSourceSchema)
    .query(({ ctx, input }) => ctx.services.brain.factsOfSource(ctx.userId, input.sourceId)),

  confirmFacts: procedure.input(confirmFactsOfSourceSchema).mutation(async ({ ctx, input }) => ({
    ...done,
    ...(await ctx.services.brain.confirmFactsOfSource(ctx.userId, input)),
  })),

  unconfirmFacts: procedure.input(unconfirmFactsOfSourceSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.brain.unconfirmFactsOfSource(ctx.userId, input);
    return done;
  }),

  addPage: procedure.input(addPageSchema).mutation(({ ctx, input }) => ctx.services.sources.addPage(ctx.userId, input)),

  compare: procedure
    .input(oneSourceSchema)
    .query(({ ctx, input }) => ctx.services.sources.compareVersions(ctx.userId, input.sourceId)),

  replace: procedure.input(replaceFileSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.sources.replaceFile(ctx.userId, input);
    return done;
  }),

  moveToTeam: procedure.input(oneSourceSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.sources.moveToTeam(ctx.userId, input.sourceId);
    return done;
  }),

  retry: procedure.input(oneSourceSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.sources.retry(ctx.userId, input.sourceId);
    return done;
  }),

  remove: procedure.input(oneSourceSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.sources.remove(ctx.userId, input.sourceId);
    return done;
  }),

  restore: procedure.input(oneSourceSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.sources.restore(ctx.userId, input.sourceId);
    return done;
  }),

  setRefreshed: procedure.input(setRefreshedSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.sources.setRefreshed(ctx.userId, input.sourceId, input.isRefreshed);
    return done;
  }),

  sitePages: procedure
    .input(oneSourceSchema)
    .query(({ ctx, input }) => ctx.services.sources.pages.list(ctx.userId, input.sourceId)),

  choosePages: procedure.input(choosePagesSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.sources.pages.choose(ctx.userId, input);
    return done;
  }),

  useFirst: procedure.input(oneSourceSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.sources.useFirst(ctx.userId, input.sourceId);
    return done;
  }),
});
