import type { Card } from '#contract/billing/card.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { Attachment, OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';
import {
  billingUrl,
  cardFact,
  creditFact,
  dayFor,
  nextAmount,
  nextFact,
  planAndCycle,
  planOfPrice,
  priceEvery,
  usd,
} from './money-words.ts';
import type { NextPayment, Payer } from './money-words.ts';

type Purchase = {
  price: string;
  priceCents: number;
  next: NextPayment;
  creditCents: number;
  /** Whether the plan waits for the end of a trial. */
  isInTrial: boolean;
  hasCard: boolean;
  card: Card | null;
};

/** Sent once a plan has been bought, or chosen for the end of a trial. */
export function purchaseEmail(payer: Payer, purchase: Purchase): OutgoingEmail {
  const { price, priceCents, next, creditCents, isInTrial, hasCard, card } = purchase;
  const plan = planOfPrice(price);
  const day = next.at && dayFor(payer, next.at);
  const start = isInTrial && day;
  const lines = start
    ? [
        hasCard
          ? `You chose ${plan}. It starts when your trial ends on ${day}, and we charge ${nextAmount(next)} that day. Until then the whole team is open.`
          : `You chose ${plan}. It starts when your trial ends on ${day}, if you add a card by then. Without one you'll move to Free and pay nothing.`,
      ]
    : [`Thanks for choosing ${plan}. Your plan is active now.`];
  return {
    to: payer.to,
    subject: start ? `You chose ${PRODUCT_NAME} ${plan}` : `Your ${PRODUCT_NAME} ${plan} plan is active`,
    ...layOutEmail({
      heading: start ? `You chose ${plan}` : `${plan} is yours`,
      lines,
      facts: [
        ['Plan', planAndCycle(price)],
        ['Price', priceEvery(payer, price, priceCents)],
        ...nextFact(payer, next),
        ...creditFact(creditCents),
        ...cardFact(card),
      ],
      button: { url: billingUrl(payer), label: hasCard || !start ? 'See your plan' : 'Add a card' },
      notes: ['You can change or cancel your plan on the billing page anytime.'],
    }),
  };
}

export type Receipt = {
  number: string | null;
  paidAt: Date;
  paidCents: number;
  taxCents: number;
  /** How much of this invoice earlier credit paid. */
  creditUsedCents: number;
  card: Card | null;
  /** Stripe's page of the invoice. */
  pageUrl: string | null;
  /** Null if it could not be fetched; then the link has to do. */
  pdf: Attachment | null;
};

/** The receipt for a payment, with the invoice attached. */
export function receiptEmail(payer: Payer, receipt: Receipt): OutgoingEmail {
  const { number, paidAt, paidCents, taxCents, creditUsedCents, card, pageUrl, pdf } = receipt;
  const amount = usd(paidCents);
  return {
    to: payer.to,
    subject: `Your ${PRODUCT_NAME} receipt: ${amount}`,
    ...layOutEmail({
      heading: `You paid ${amount}`,
      lines: [
        pdf
          ? 'Thank you. The invoice is attached as a PDF.'
          : pageUrl
            ? 'Thank you. You can see and download the invoice with the button below.'
            : 'Thank you. The payment is listed on your billing page.',
      ],
      facts: [
        ...(number ? [['Invoice', number] satisfies [string, string]] : []),
        ['Paid on', dayFor(payer, paidAt)],
        ['Amount', amount],
        ...(taxCents > 0 ? [['Tax included', usd(taxCents)] satisfies [string, string]] : []),
        ...(creditUsedCents > 0 ? [['Paid by credit', usd(creditUsedCents)] satisfies [string, string]] : []),
        ...cardFact(card),
      ],
      button: pageUrl
        ? { url: pageUrl, label: 'See the invoice' }
        : { url: billingUrl(payer), label: 'See your invoices' },
      notes: pageUrl ? ['You can add your company, tax ID and address to your next invoices on the billing page.'] : [],
    }),
    ...(pdf ? { attachments: [pdf] } : {}),
  };
}

type Renewal = { price: string; dueCents: number; at: Date; card: Card | null };

/** Sent a week before an annual plan renews. */
export function renewalEmail(payer: Payer, { price, dueCents, at, card }: Renewal): OutgoingEmail {
  const [plan, day] = [planOfPrice(price), dayFor(payer, at)];
  return {
    to: payer.to,
    subject: `Your ${PRODUCT_NAME} ${plan} plan renews on ${day}`,
    ...layOutEmail({
      heading: `${plan} renews on ${day}`,
      lines: [
        dueCents > 0
          ? `Your annual plan renews for another year on ${day}, and we charge ${usd(dueCents)} that day.`
          : `Your annual plan renews for another year on ${day}. Your credit covers it, so there's nothing to pay.`,
      ],
      facts: [['Plan', planAndCycle(price)], ['Amount', usd(dueCents)], ['Renews on', day], ...cardFact(card)],
      button: { url: billingUrl(payer), label: 'Review my plan' },
      notes: [`Don't want another year? Change or cancel on the billing page before ${day} and you won't be charged.`],
    }),
  };
}
