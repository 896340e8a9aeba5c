/** A card as people recognize it. `brand` is Stripe's code, such as `visa`. */
export type Card = { brand: string; last4: string };

const BRAND_NAMES: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** `Visa ending in 4242`; a brand that we don't know is a card. */
export function cardName({ brand, last4 }: Card): string {
  return `${BRAND_NAMES[brand] ?? 'Card'} ending in ${last4}`;
}

/** `your Visa ending in 4242`, for sentences; without a known card, just `your card`. */
export function yourCard(card: Card | null): string {
  if (card === null) return 'your card';
  return `your ${BRAND_NAMES[card.brand] ?? 'card'} ending in ${card.last4}`;
}
