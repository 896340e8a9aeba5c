/** The errors of plans and payments; part of `ERROR_CODES`. */
export const BILLING_ERRORS = {
  ALREADY_SUBSCRIBED: {
    status: 409,
    text: 'You already have a plan. You can change it on the billing page.',
  },
  NOT_SUBSCRIBED: { status: 409, text: 'You don’t have a plan to change yet. Choose one first.' },
  SAME_PLAN: { status: 409, text: 'You’re already on this plan.' },
  PREVIEW_STALE: {
    status: 409,
    text: 'The price of this change is different now. Please check it before you confirm.',
  },
  NO_BILLING_ACCOUNT: {
    status: 409,
    text: 'There’s nothing to manage yet. Choose a plan first.',
  },
  TAX_ID_INVALID: {
    status: 422,
    text: 'That tax ID doesn’t match its type. Please check both.',
  },
  CARD_DECLINED: {
    status: 402,
    text: 'Your card was declined, so nothing was changed. Try another card under Manage Subscription.',
  },
  CARD_NEEDS_APPROVAL: {
    status: 402,
    text: 'Your bank asks you to approve payments with this card, which we can’t do here, so nothing was changed. Try another card under Manage Subscription.',
  },
  INVOICE_OPEN: {
    status: 409,
    text: 'Your last invoice isn’t paid yet. Right after a renewal that can take an hour. If the payment failed, pay it under Manage Subscription first.',
  },
  PLAN_CANCELLED: {
    status: 409,
    text: 'You canceled your plan. Keep it first, then you can change it.',
  },
  OFFER_OVER: {
    status: 409,
    text: 'That offer has ended, so the price is different now. Nothing was charged. Please check the new summary.',
  },
  PROMO_CODE_INVALID: {
    status: 404,
    text: 'That code isn’t valid, or it has expired. Please check the spelling.',
  },
  PROMO_CODE_FIRST_ONLY: {
    status: 409,
    text: 'That code is for first purchases only.',
  },
  CREDIT_CHANGED: {
    status: 409,
    text: 'Your credit is different now. Nothing was charged. Please check the new summary.',
  },
  CHECKOUT_REPLACED: {
    status: 409,
    text: 'You have another checkout open. Please use that one, or try again.',
  },
  REFUND_UNDERWAY: {
    status: 409,
    text: 'Your refund is still on its way. You can choose a plan again once it’s done.',
  },
  CARD_MISSING: {
    status: 402,
    text: 'There’s no card to charge, so nothing was changed. Add one under Manage Subscription first.',
  },
  OWN_CARD_NEEDED: {
    status: 402,
    text: 'Your plan was paid for in another browser, so the card may be someone else’s. To choose a plan that costs more, check out with your own card.',
  },
  CORRECTIONS_USED: {
    status: 409,
    text: 'You’ve corrected the address three times. Write to us and we’ll help.',
  },
  REFUND_NOT_DUE: {
    status: 409,
    text: 'The money-back guarantee doesn’t cover this. It applies once, within 30 days of your first payment.',
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    text: 'Our payment provider isn’t responding. Please try again in a minute. You won’t be charged twice.',
  },
} as const;
