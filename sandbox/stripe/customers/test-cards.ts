/** How the issuing bank behaves. */
export type CardKind =
  | 'good'
  | 'declined'
  | 'insufficient_funds'
  | 'fails_later'
  | 'authentication'
  | 'expired'
  | 'wrong_cvc';

export type TestCard = {
  number: string;
  /** The payment method that Stripe keeps ready for it, and its token. */
  paymentMethod: string;
  token: string;
  brand: string;
  kind: CardKind;
  label: string;
};

/** Stripe's own test numbers, as far as the sandbox knows them (https://docs.stripe.com/testing). */
export const TEST_CARDS: TestCard[] = [
  {
    number: '4242424242424242',
    paymentMethod: 'pm_card_visa',
    token: 'tok_visa',
    brand: 'visa',
    kind: 'good',
    label: 'Works',
  },
  {
    number: '5555555555554444',
    paymentMethod: 'pm_card_mastercard',
    token: 'tok_mastercard',
    brand: 'mastercard',
    kind: 'good',
    label: 'Works, another brand',
  },
  {
    number: '4000000000000002',
    paymentMethod: 'pm_card_chargeDeclined',
    token: 'tok_chargeDeclined',
    brand: 'visa',
    kind: 'declined',
    label: 'Is declined',
  },
  {
    number: '4000000000009995',
    paymentMethod: 'pm_card_chargeDeclinedInsufficientFunds',
    token: 'tok_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    kind: 'insufficient_funds',
    label: 'Has too little money',
  },
  {
    number: '4000000000000341',
    paymentMethod: 'pm_card_chargeCustomerFail',
    token: 'tok_chargeCustomerFail',
    brand: 'visa',
    kind: 'fails_later',
    label: 'Is accepted, fails when charged',
  },
  {
    number: '4000002500003155',
    paymentMethod: 'pm_card_authenticationRequiredOnSetup',
    token: 'tok_authenticationRequiredOnSetup',
    brand: 'visa',
    kind: 'authentication',
    label: 'Asks its owner first',
  },
  {
    number: '4000000000000069',
    paymentMethod: 'pm_card_chargeDeclinedExpiredCard',
    token: 'tok_chargeDeclinedExpiredCard',
    brand: 'visa',
    kind: 'expired',
    label: 'Is expired',
  },
  {
    number: '4000000000000127',
    paymentMethod: 'pm_card_chargeDeclinedIncorrectCvc',
    token: 'tok_chargeDeclinedIncorrectCvc',
    brand: 'visa',
    kind: 'wrong_cvc',
    label: 'Has another CVC',
  },
];

type Decline = { code: string; declineCode?: string; message: string };

export const DECLINES: Record<Exclude<CardKind, 'good'>, Decline> = {
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
