import {
  createTemplateSchema,
  draftBlanksSchema,
  duplicateTemplateSchema,
  favoriteTemplateSchema,
  importTemplatesSchema,
  oneTemplateSchema,
  ownTemplateIdSchema,
  rateTemplateSchema,
  suggestBlanksSchema,
  updateTemplateSchema,
  useTemplateSchema,
} from '#contract/templates/template-inputs.ts';
import { procedure, router } from '#server/trpc/init.ts';

const done = { ok: true as const };

export const templatesRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.templates.list(ctx.userId)),

  get: procedure
    .input(oneTemplateSchema)
    .query(({ ctx, input }) => ctx.services.templates.get(ctx.userId, input.templateId)),

  use: procedure.input(useTemplateSchema).mutation(({ ctx, input }) => ctx.services.templates.use(ctx.userId, input)),

  draftBlanks: procedure
    .input(draftBlanksSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.draftBlanks(ctx.userId, input)),

  rate: procedure.input(rateTemplateSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.templates.rate(ctx.userId, input);
    return done;
  }),

  setFavorite: procedure.input(favoriteTemplateSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.templates.setFavorite(ctx.userId, input);
    return done;
  }),

  create: procedure
    .input(createTemplateSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.create(ctx.userId, input)),

  update: procedure
    .input(updateTemplateSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.update(ctx.userId, input)),

  duplicate: procedure
    .input(duplicateTemplateSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.duplicate(ctx.userId, input)),

  remove: procedure.input(ownTemplateIdSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.templates.remove(ctx.userId, input.templateId);
    return done;
  }),

  restore: procedure.input(ownTemplateIdSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.templates.restore(ctx.userId, input.templateId);
    return done;
  }),

  importFile: procedure
    .input(importTemplatesSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.importFile(ctx.userId, input)),

  suggestBlanks: procedure
    .input(suggestBlanksSchema)
    .mutation(({ ctx, input }) => ctx.services.templates.suggestBlanks(ctx.userId, input.messageId)),

  exportFile: procedure.query(({ ctx }) => ctx.services.templates.exportFile(ctx.userId)),
});
