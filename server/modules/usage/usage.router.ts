import { z } from 'zod';
import { idSchema } from '#contract/ids.ts';
import { TRACK_AMOUNT_MAX, USAGE_KINDS } from '#contract/billing/limits.ts';
import { NOTICE_TOPICS } from '#contract/notices.ts';
import { procedure, router } from '#server/trpc/init.ts';

const usageTypeSchema = z.enum(USAGE_KINDS);
/** A month, or null for kinds that count only while in use. */
const periodSchema = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
  .nullable();

export const usageRouter = router({
  overview: procedure.query(({ ctx }) => ctx.services.usage.overview(ctx.userId)),

  check: procedure
    .input(z.strictObject({ usageType: usageTypeSchema }))
    .query(({ ctx, input }) => ctx.services.usage.check(ctx.userId, input.usageType)),

  track: procedure
    .input(
      z.strictObject({ usageType: usageTypeSchema, amount: z.number().int().min(1).max(TRACK_AMOUNT_MAX).default(1) }),
    )
    .mutation(async ({ ctx, input }) => {
      await ctx.services.usage.track(ctx.userId, input.usageType, input.amount);
      return { success: true as const };
    }),

  receipts: procedure
    .input(
      z
        .strictObject({
          period: periodSchema.optional(),
          cursor: idSchema.optional(),
          // Added by tRPC's own paging.
          direction: z.literal('forward').optional(),
        })
        .default({}),
    )
    .query(({ ctx, input }) => ctx.services.usage.receipts(ctx.userId, input)),

  today: procedure.query(({ ctx }) => ctx.services.budgets.today(ctx.userId)),

  history: procedure.query(({ ctx }) => ctx.services.usage.history(ctx.userId)),

  dismissNotice: procedure
    .input(z.strictObject({ topic: z.enum(NOTICE_TOPICS), subject: z.string().min(1).max(100) }))
    .mutation(({ ctx, input }) => ctx.services.notices.dismiss(ctx.userId, input)),
});
