import { StripeProblem } from '../wire/stripe-problem.ts';
import { TEST_CARDS, type TestCard } from './test-cards.ts';

export type TypedCard = { number: string; expMonth: number; expYear: number; cvc: string | null };

function isLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const refuse = (code: string, message: string, param: string, declineCode?: string) =>
  new StripeProblem(message, {
    status: 402,
    type: 'card_error',
    code,
    param,
    ...(declineCode ? { decline_code: declineCode } : {}),
  });

/** The test card that was typed in; throws Stripe's error for a wrong number, a past date, a short code or a real card. */
export function readCard(card: TypedCard, timeSeconds: number): TestCard {
  const number = card.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !isLuhn(number))
    throw refuse('incorrect_number', 'Your card number is incorrect.', 'number');
  const now = new Date(timeSeconds * 1_000);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (!Number.isInteger(card.expMonth) || card.expMonth < 1 || card.expMonth > 12)
    throw refuse('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  if (!Number.isInteger(card.expYear) || card.expYear < year || (card.expYear === year && card.expMonth < month))
    throw refuse('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (card.cvc !== null && !/^\d{3,4}$/.test(card.cvc))
    throw refuse('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  const known = TEST_CARDS.find((one) => one.number === number);
  if (known) return known;
  throw refuse(
    'card_declined',
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    'number',
    'test_mode_live_card',
  );
}
