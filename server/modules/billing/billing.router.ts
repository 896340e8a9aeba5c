import { z } from 'zod';
import {
  changePlanSchema,
  checkoutSchema,
  checkoutSessionIdSchema,
  guestCheckoutSchema,
  priceIdSchema,
} from '#contract/billing/billing.ts';
import { procedure, provenProcedure, publicProcedure, router } from '#server/trpc/init.ts';

/** What asks Stripe or changes something there, counted so that nobody uses up what Stripe takes from all of us. */
const stripeProcedure = procedure.use(async ({ ctx, next }) => {
  await ctx.services.attempts.count('billing-stripe:person', ctx.userId);
  return next();
});

export const billingRouter = router({
  /** Spec §7 "check-subscription". */
  subscription: procedure.query(({ ctx }) => ctx.services.billing.subscription(ctx.userId)),

  /** Reads Stripe again: for whoever comes back from the pay page. */
  refresh: procedure.mutation(({ ctx }) => ctx.services.billing.refresh(ctx.userId)),

  terms: procedure.query(({ ctx }) => ctx.services.billing.terms(ctx.userId)),

  /** Begins the urgent offer the first time, and says until when it holds. */
  showOffer: procedure.mutation(({ ctx }) => ctx.services.billing.showOffer(ctx.userId)),

  /** Spec §7 "create-checkout" of somebody signed in. */
  checkout: stripeProcedure
    .input(checkoutSchema)
    .mutation(({ ctx, input }) => ctx.services.billing.checkout(ctx.userId, input)),

  /** Spec §7 "create-checkout" with guestEmail. */
  guestCheckout: publicProcedure
    .input(guestCheckoutSchema)
    .mutation(({ ctx, input }) => ctx.services.billing.guestCheckout(input, ctx.client)),

  purchase: publicProcedure
    .input(z.strictObject({ sessionId: checkoutSessionIdSchema }))
    .query(async ({ ctx, input }) => {
      await ctx.services.attempts.count('billing-purchase:address', ctx.client.address);
      const session = await ctx.session();
      const userId = session && !session.needsSecondFactor ? session.userId : null;
      return ctx.services.billing.purchase(input.sessionId, userId);
    }),

  claimPurchase: procedure.mutation(({ ctx }) => ctx.services.billing.claimPurchase(ctx.userId)),

  /** Spec §7 "customer-portal". */
  portal: stripeProcedure.mutation(({ ctx }) => ctx.services.billing.portal(ctx.userId)),

  previewChange: stripeProcedure
    .input(z.strictObject({ priceId: priceIdSchema }))
    .query(({ ctx, input }) => ctx.services.billing.previewChange(ctx.userId, input.priceId)),

  changePlan: stripeProcedure
    .input(changePlanSchema)
    .mutation(({ ctx, input }) => ctx.services.billing.changePlan(ctx.userId, input)),

  /** What the end of the trial does. */
  previewTrialEnd: procedure.query(({ ctx }) => ctx.services.billing.previewTrialEnd(ctx.userId)),

  /** What the end of a plan that is cancelled does. */
  previewEnd: procedure.query(({ ctx }) => ctx.services.billing.previewEnd(ctx.userId)),

  cancel: stripeProcedure.mutation(({ ctx }) => ctx.services.billing.cancel(ctx.userId)),

  undoCancel: stripeProcedure.mutation(({ ctx }) => ctx.services.billing.undoCancel(ctx.userId)),

  invoices: stripeProcedure.query(({ ctx }) => ctx.services.billing.invoices(ctx.userId)),

  /** Money goes out: the person proves who they are. */
  requestRefund: provenProcedure.mutation(({ ctx }) => ctx.services.billing.requestRefund(ctx.userId)),
});
