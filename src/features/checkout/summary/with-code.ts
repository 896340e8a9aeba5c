import { bestQuote, invoicesLowered, type PromoCode } from '#contract/billing/promo-code.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { paymentOf, type CodeEffect, type Order } from '#src/domain/checkout/order.ts';
import { plusTax } from '#src/domain/site/tax-note.ts';
import { DISCOUNTS, LATER, usd } from './order-words.ts';

/** The charges after today, if the code lowers more than the first one but not all. */
function laterOf(
  { cycle, first, firstCents, laterCents, firstChargeAt, priceId, isTaxed }: Order,
  code: PromoCode,
): string | null {
  const more = invoicesLowered(priceId, code) - 1;
  if (more < 1) return null;
  const invoices = more === 1 ? 'invoice' : `${more} invoices`;
  const after = `then ${usd(laterCents)}${plusTax(isTaxed)} ${LATER[cycle]}, until you cancel.`;
  if (firstChargeAt === null) return `Then ${usd(firstCents)}${plusTax(isTaxed)} for the next ${invoices}, ${after}`;
  const next = first.usedCents > 0 ? ` ${usd(firstCents)}${plusTax(isTaxed)}` : '';
  return `Then ${usd(first.dueCents)}${plusTax(isTaxed)} on ${formatDate(firstChargeAt)} and${next} for the next ${invoices}, ${after}`;
}

function noteOf(codeIs: 'used' | 'worse' | 'elsewhere' | null, order: Order, { code }: PromoCode): string | null {
  const own = order.discount && order.discount.kind !== 'code' ? DISCOUNTS[order.discount.kind].toLowerCase() : null;
  if (codeIs === 'elsewhere') return `${code} doesn’t apply to ${PLAN_NAMES[order.plan]} at this price.`;
  if (codeIs === 'worse') return own && `Your ${own} saves you more than ${code}, so that’s what we use.`;
  const isReplaced = order.promotion !== null && order.discount?.kind === order.promotion;
  return isReplaced && own ? `${code} saves you at least as much as your ${own}, so that’s what we use.` : null;
}

/** The order with a promo code, as the server will calculate it (DISCOUNT-10). */
export function withCode(order: Order, code: PromoCode): Order {
  const { codeIs, ...best } = bestQuote(order.priceId, order.promotion, code);
  const priced = { ...order, ...best, ...paymentOf({ ...order, ...best }) };
  const effect: CodeEffect = {
    promoCode: code.code,
    line: code.percentOff === null ? `Code ${code.code}` : `Code ${code.code}, ${code.percentOff}%`,
    later: codeIs === 'used' ? laterOf(priced, code) : null,
    note: noteOf(codeIs, order, code),
  };
  return { ...priced, code: effect };
}
