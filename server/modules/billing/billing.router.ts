import { z } from 'zod';
import { billingDetailsSchema } from '#contract/billing/billing-details.ts';
import {
  changePlanSchema,
  checkoutSchema,
  checkoutSessionIdSchema,
  checkoutTaxSchema,
  guestCheckoutSchema,
  priceIdSchema,
  promoCodeSchema,
} from '#contract/billing/billing.ts';
import { correctGuestEmailSchema, guestLinkSchema } from '#contract/billing/guest-purchases.ts';
import type { Client } from '#server/lib/request/client.ts';
import { procedure, reauthenticatedProcedure, publicProcedure, router } from '#server/trpc/init.ts';

type Sender = {
  client: Client;
  cookie: (name: string) => string | undefined;
  services: { billing: { payerCookie: string } };
};
/** Who sends a request about a guest's purchase: the network, and the cookie of a browser that paid for one. */
const guestClientOf = ({ client, cookie, services }: Sender) => ({
  client,
  payer: cookie(services.billing.payerCookie),
});

/** Procedures that call Stripe. They are counted, so that one person can't use up the rate limit that Stripe gives all of us. */
const stripeProcedure = procedure.use(async ({ ctx, next }) => {
  await ctx.services.attempts.count('billing-stripe:person', ctx.userId);
  return next();
});

export const billingRouter = router({
  /** BILL-5. */
  subscription: procedure.query(({ ctx }) => ctx.services.billing.subscription(ctx.userId, guestClientOf(ctx).payer)),

  /** Reads Stripe again, for someone returning from the pay page. */
  refresh: procedure.mutation(({ ctx }) => ctx.services.billing.refresh(ctx.userId, guestClientOf(ctx).payer)),

  terms: stripeProcedure.query(({ ctx }) => ctx.services.billing.terms(ctx.userId)),

  /** Starts the urgent offer on the first call, and returns when it ends. */
  showOffer: procedure.mutation(({ ctx }) => ctx.services.billing.showOffer(ctx.userId)),

  /** What a promo code takes off, for the order summary (DISCOUNT-10). */
  promoCode: stripeProcedure
    .input(z.strictObject({ code: promoCodeSchema }))
    .query(({ ctx, input }) => ctx.services.billing.promoCode(ctx.userId, input.code)),

  /** The tax on the first invoice, for the order summary (BILL-21). */
  checkoutTax: stripeProcedure
    .input(checkoutTaxSchema)
    .query(({ ctx, input }) => ctx.services.billing.checkoutTax(ctx.userId, input, ctx.client.address)),

  /** CHECKOUT-2, signed in. */
  checkout: stripeProcedure
    .input(checkoutSchema)
    .mutation(({ ctx, input }) => ctx.services.billing.checkout(ctx.userId, input)),

  /** CHECKOUT-2, as a guest. The browser gets the cookie that proves later that it paid. */
  guestCheckout: publicProcedure.input(guestCheckoutSchema).mutation(async ({ ctx, input }) => {
    const { url, cookie } = await ctx.services.billing.guestCheckout(input, guestClientOf(ctx));
    ctx.setCookie(cookie);
    return { url };
  }),

  /** CHECKOUT-14. */
  correctGuestEmail: publicProcedure
    .input(correctGuestEmailSchema)
    .mutation(({ ctx, input }) => ctx.services.billing.correctGuestEmail(input, guestClientOf(ctx))),

  /** What a link in an email about a guest's purchase still leads to. */
  guestLink: publicProcedure
    .input(guestLinkSchema)
    .query(({ ctx, input }) => ctx.services.billing.guestLink(input, ctx.client)),

  purchase: publicProcedure
    .input(z.strictObject({ sessionId: checkoutSessionIdSchema }))
    .query(async ({ ctx, input }) => {
      const session = await ctx.session();
      const userId = session && !session.needsSecondFactor ? session.userId : null;
      return ctx.services.billing.purchase(input.sessionId, userId, guestClientOf(ctx));
    }),

  claimPurchase: procedure.mutation(({ ctx }) =>
    ctx.services.billing.claimPurchase(ctx.userId, guestClientOf(ctx).payer),
  ),

  /** BILL-14. */
  portal: stripeProcedure.mutation(({ ctx }) => ctx.services.billing.portal(ctx.userId)),
  /** The same, at the form for another card. */
  changeCard: stripeProcedure.mutation(({ ctx }) => ctx.services.billing.portal(ctx.userId, 'card')),

  /** BILL-19. */
  details: stripeProcedure.query(({ ctx }) => ctx.services.billing.details(ctx.userId)),
  saveDetails: stripeProcedure
    .input(billingDetailsSchema)
    .mutation(({ ctx, input }) => ctx.services.billing.saveDetails(ctx.userId, input)),

  /** The next invoice to the cent, with tax, which the stored amounts don't include. */
  nextInvoice: stripeProcedure.query(({ ctx }) => ctx.services.billing.nextInvoice(ctx.userId)),

  previewChange: stripeProcedure
    .input(z.strictObject({ priceId: priceIdSchema }))
    .query(({ ctx, input }) => ctx.services.billing.previewChange(ctx.userId, input.priceId)),

  changePlan: stripeProcedure
    .input(changePlanSchema)
    .mutation(({ ctx, input }) => ctx.services.billing.changePlan(ctx.userId, input)),

  /** The effect of the trial's end. */
  previewTrialEnd: procedure.query(({ ctx }) => ctx.services.billing.previewTrialEnd(ctx.userId)),

  /** The effect of canceling the plan, at its end. */
  previewEnd: procedure.query(({ ctx }) => ctx.services.billing.previewEnd(ctx.userId)),

  cancel: stripeProcedure.mutation(({ ctx }) => ctx.services.billing.cancel(ctx.userId)),

  undoCancel: stripeProcedure.mutation(({ ctx }) => ctx.services.billing.undoCancel(ctx.userId)),

  invoices: stripeProcedure.query(({ ctx }) => ctx.services.billing.invoices(ctx.userId)),

  previewRefund: stripeProcedure.query(({ ctx }) => ctx.services.billing.previewRefund(ctx.userId)),

  /** Money is paid out, so the person re-authenticates first. */
  requestRefund: reauthenticatedProcedure.mutation(({ ctx }) => ctx.services.billing.requestRefund(ctx.userId)),
});
