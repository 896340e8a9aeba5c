import { preferencesSchema } from '#contract/account/preferences.ts';
import { onboardingSchema, profileSchema } from '#contract/account/profile.ts';
import { procedure, router } from '#server/trpc/init.ts';

export const profileRouter = router({
  get: procedure.query(({ ctx }) => ctx.services.profile.get(ctx.userId, ctx.email)),

  completeOnboarding: procedure.input(onboardingSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.profileEditing.completeOnboarding(ctx.userId, input);
    return { ok: true as const };
  }),

  update: procedure.input(profileSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.profileEditing.update(ctx.userId, input);
    return { ok: true as const };
  }),

  updatePreferences: procedure.input(preferencesSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.profileEditing.updatePreferences(ctx.userId, input);
    return { ok: true as const };
  }),
});
