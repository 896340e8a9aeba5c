/** The errors of plans and payments; part of `ERROR_CODES`. */
export const BILLING_ERRORS = {
  ALREADY_SUBSCRIBED: {
    status: 409,
    text: 'You have a plan already. You can change it on the billing page.',
  },
  NOT_SUBSCRIBED: { status: 409, text: 'There is no plan to change. Choose one first.' },
  SAME_PLAN: { status: 409, text: 'This is your plan already.' },
  PREVIEW_STALE: {
    status: 409,
    text: 'The price of this change has moved on. Please look at it once more.',
  },
  NO_BILLING_ACCOUNT: {
    status: 409,
    text: 'There is nothing to manage yet. Choose a plan first.',
  },
  CARD_DECLINED: {
    status: 402,
    text: 'Your card was declined, so nothing was changed. Try another card under Manage Subscription.',
  },
  CARD_NEEDS_APPROVAL: {
    status: 402,
    text: 'Your bank wants you to approve payments with this card, which cannot be done here, so nothing was changed. Try another card under Manage Subscription.',
  },
  INVOICE_OPEN: {
    status: 409,
    text: 'Your last invoice is not paid yet. After a renewal that takes an hour; if the payment failed, settle it under Manage Subscription first.',
  },
  PLAN_CANCELLED: {
    status: 409,
    text: 'You have cancelled your plan. Keep it first, then you can change it.',
  },
  OFFER_OVER: {
    status: 409,
    text: 'The offer has ended meanwhile, so the price is another. Nothing was charged; please look at the new summary.',
  },
  CHECKOUT_REPLACED: {
    status: 409,
    text: 'Another checkout of yours was opened at the same moment. Please use that one, or try again.',
  },
  REFUND_UNDERWAY: {
    status: 409,
    text: 'Your refund is still on its way. You can choose a plan again when it is done.',
  },
  CARD_MISSING: {
    status: 402,
    text: 'There is no card to charge, so nothing was changed. Add one under Manage Subscription first.',
  },
  REFUND_NOT_DUE: {
    status: 409,
    text: 'The guarantee does not cover this: it holds once, for 30 days from your first payment.',
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    text: 'The payment provider does not answer at the moment. Please try again in a minute; nothing is charged twice.',
  },
} as const;
