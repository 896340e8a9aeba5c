/** How the issuing bank behaves. */
export type CardKind =
  | 'good'
  /** Pays, and its owner disputes each charge right away. */
  | 'disputed'
  | 'declined'
  | 'insufficient_funds'
  | 'fails_later'
  | 'authentication'
  | 'expired'
  | 'wrong_cvc';
/** The kinds that don't pay. */
export type FailingKind = Exclude<CardKind, 'good' | 'disputed'>;

export type TestCard = {
  number: string;
  /** Stripe's ready-made payment method for this card. */
  paymentMethod: string;
  brand: string;
  kind: CardKind;
  label: string;
};

/** The Stripe test cards that the sandbox supports (https://docs.stripe.com/testing). */
export const TEST_CARDS: TestCard[] = [
  { number: '4242424242424242', paymentMethod: 'pm_card_visa', brand: 'visa', kind: 'good', label: 'Works' },
  {
    number: '5555555555554444',
    paymentMethod: 'pm_card_mastercard',
    brand: 'mastercard',
    kind: 'good',
    label: 'Works (Mastercard)',
  },
  {
    number: '4000000000000259',
    paymentMethod: 'pm_card_createDispute',
    brand: 'visa',
    kind: 'disputed',
    label: 'Works, then disputed',
  },
  {
    number: '4000000000000002',
    paymentMethod: 'pm_card_chargeDeclined',
    brand: 'visa',
    kind: 'declined',
    label: 'Declined',
  },
  {
    number: '4000000000009995',
    paymentMethod: 'pm_card_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    kind: 'insufficient_funds',
    label: 'Insufficient funds',
  },
  {
    number: '4000000000000341',
    paymentMethod: 'pm_card_chargeCustomerFail',
    brand: 'visa',
    kind: 'fails_later',
    label: 'Accepted, then declined when charged',
  },
  {
    number: '4000002500003155',
    paymentMethod: 'pm_card_authenticationRequiredOnSetup',
    brand: 'visa',
    kind: 'authentication',
    label: 'Needs bank approval',
  },
  {
    number: '4000000000000069',
    paymentMethod: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    kind: 'expired',
    label: 'Expired',
  },
  {
    number: '4000000000000127',
    paymentMethod: 'pm_card_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    kind: 'wrong_cvc',
    label: 'Wrong CVC',
  },
];

type Decline = { code: string; declineCode?: string; message: string };

export const DECLINES: Record<FailingKind, Decline> = {
  declined: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  fails_later: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  authentication: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  expired: { code: 'expired_card', message: 'Your card has expired.' },
  wrong_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
};
