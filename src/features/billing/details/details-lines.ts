import type { inferRouterOutputs } from '@trpc/server';
import { TAX_ID_TYPES } from '#contract/billing/billing-details.ts';
import { cardName } from '#contract/billing/card.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { formatAmount } from '#src/lib/text/format.ts';
import type { AppRouter } from '#src/api/trpc.ts';

export type Details = inferRouterOutputs<AppRouter>['billing']['details'];
type Money = { current: Pick<CurrentPlan, 'card' | 'hasCard'> | null; creditCents: number };

/** The name of a country by its code, such as `Sweden`. */
export function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
}

/** A type that we don't offer is named by its code: `BR CNPJ`. */
export function taxIdLabel(type: string): string {
  return TAX_ID_TYPES.find(({ id }) => id === type)?.label ?? type.replaceAll('_', ' ').toUpperCase();
}

/** The card that the next invoice is charged to: the plan's, or else the customer's. */
function cardText({ current }: Money, { card }: Details): string {
  const charged = current ? current.card : card;
  if (charged) return cardName(charged);
  return current?.hasCard ? 'Another way to pay' : 'No card';
}

function addressText({ line1, line2, city, state, postalCode, country }: Details['address']): string {
  const place = [[postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ');
  return [line1, line2, place, country && countryName(country)].filter(Boolean).join(', ');
}

/** What is charged and what invoices show, as terms and values. */
export function detailsLines(details: Details, money: Money): [string, string][] {
  const { company, taxId, address } = details;
  const lines: [string, string][] = [['Card', cardText(money, details)]];
  if (money.creditCents > 0)
    lines.push(['Credit', `${formatAmount(money.creditCents)}, used before the card is charged`]);
  return [
    ...lines,
    ['Company or name', company || 'Not given'],
    ['Tax ID', taxId ? `${taxId.value} (${taxIdLabel(taxId.type)})` : 'Not given'],
    ['Invoice address', addressText(address) || 'Not given'],
  ];
}
