import {
  endPreferencesSchema,
  sampleAnswerSchema,
  setPreferenceSchema,
  undoPreferencesSchema,
} from '#contract/brain/preference-schemas.ts';
import { procedure, router } from '#server/trpc/init.ts';

const done = { ok: true as const };

export const preferencesRouter = router({
  list: procedure.query(({ ctx }) => ctx.services.preferences.list(ctx.userId)),

  set: procedure.input(setPreferenceSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.set(ctx.userId, input);
    return done;
  }),

  end: procedure.input(endPreferencesSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.end(ctx.userId, input);
    return done;
  }),

  undo: procedure.input(undoPreferencesSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.preferences.undo(ctx.userId, input.changeId);
    return done;
  }),

  sample: procedure.input(sampleAnswerSchema).mutation(async ({ ctx, input }) => {
    const answer = await ctx.services.preferences.sample(ctx.userId, input);
    return { answer };
  }),
});
