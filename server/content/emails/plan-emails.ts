import type { Card } from '#contract/billing/card.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import type { OutgoingEmail } from '#server/lib/email/outgoing-email.ts';
import { layOutEmail } from './email-layout.ts';
import {
  billingUrl,
  cardFact,
  creditFact,
  dayFor,
  nextFact,
  planAndCycle,
  planOfPrice,
  priceEvery,
  usd,
} from './money-words.ts';
import type { NextPayment, Payer } from './money-words.ts';

type Change = {
  from: string;
  to: string;
  priceCents: number;
  next: NextPayment;
  creditCents: number;
  card: Card | null;
};

/** Sent when the plan or its cycle has changed. */
export function planChangedEmail(payer: Payer, change: Change): OutgoingEmail {
  const { from, to, priceCents, next, creditCents, card } = change;
  const plan = planAndCycle(to);
  return {
    to: payer.to,
    subject: `Your ${PRODUCT_NAME} plan is now ${plan}`,
    ...layOutEmail({
      heading: `You're on ${plan}`,
      lines: [`Your plan changed from ${planAndCycle(from)} to ${plan}.`],
      facts: [
        ['Price', priceEvery(payer, to, priceCents)],
        ...nextFact(payer, next),
        ...creditFact(creditCents),
        ...cardFact(card),
      ],
      button: { url: billingUrl(payer), label: 'See your plan' },
      notes: creditCents > 0 ? ['Your credit pays for your next invoices before your card is charged.'] : [],
    }),
  };
}

type Scheduled = { from: string; to: string; priceCents: number; at: Date; card: Card | null };

/** Sent when a downgrade has been scheduled for the end of the paid period. */
export function changeScheduledEmail(payer: Payer, { from, to, priceCents, at, card }: Scheduled): OutgoingEmail {
  const [plan, next, day] = [planAndCycle(from), planAndCycle(to), dayFor(payer, at)];
  return {
    to: payer.to,
    subject: `Your ${PRODUCT_NAME} plan changes to ${next} on ${day}`,
    ...layOutEmail({
      heading: `${next} starts on ${day}`,
      lines: [`You keep ${plan} until ${day}, because it's paid until then. After that you're on ${next}.`],
      facts: [['Price', `${priceEvery(payer, to, priceCents)} from ${day}`], ...cardFact(card)],
      button: { url: billingUrl(payer), label: 'See your plan' },
      notes: [`Changed your mind? You can keep ${planOfPrice(from)} on the billing page until ${day}.`],
    }),
  };
}

/** Credit outlives the plan (BILL-7). */
const creditLeft = (cents: number): string[] =>
  cents > 0 ? [`Your ${usd(cents)} of credit stays on your account and pays for your next plan.`] : [];

/** `creditCents` is left over from earlier payments. */
type Canceled = { plan: PaidTier; endsAt: Date; creditCents: number };

/** Sent when a plan has been canceled. `endsAt` is how long it lasts. */
export function cancellationEmail(payer: Payer, { plan, endsAt, creditCents }: Canceled): OutgoingEmail {
  const [name, day] = [PLAN_NAMES[plan], dayFor(payer, endsAt)];
  return {
    to: payer.to,
    subject: `You canceled ${PRODUCT_NAME} ${name}: it ends on ${day}`,
    ...layOutEmail({
      heading: `Your plan ends on ${day}`,
      lines: [
        `You canceled ${name}. You can use it until ${day}, and we won't charge you again. After that you'll move to Free. You keep everything.`,
      ],
      button: { url: billingUrl(payer), label: `Keep ${name}` },
      notes: [`You can undo this on the billing page until ${day}.`, ...creditLeft(creditCents)],
    }),
  };
}

type Kept = { plan: PaidTier; next: NextPayment; card: Card | null };

/** Sent when a cancellation has been undone. */
export function cancellationUndoneEmail(payer: Payer, { plan, next, card }: Kept): OutgoingEmail {
  const name = PLAN_NAMES[plan];
  return {
    to: payer.to,
    subject: `You're keeping ${PRODUCT_NAME} ${name}`,
    ...layOutEmail({
      heading: `You're keeping ${name}`,
      lines: [`Your cancellation is undone, and ${name} continues without a break.`],
      facts: [...nextFact(payer, next), ...cardFact(card)],
      button: { url: billingUrl(payer), label: 'See your plan' },
    }),
  };
}

type Refund = {
  cents: number;
  disputedCents: number;
  isDuplicate: boolean;
  /** Made by us in Stripe's dashboard, for whatever reason; it says nothing about the plan. */
  isByHand?: boolean;
  /** A plan that was paid for elsewhere gave way to one with the person's own card. */
  isReplaced?: boolean;
  card: Card | null;
};

/** Sent when there was nothing to send back: the customer's bank decides about all of it. */
function disputedEmail(payer: Payer, { disputedCents, isDuplicate, card }: Refund): OutgoingEmail {
  const amount = usd(disputedCents);
  return {
    to: payer.to,
    subject: `Your ${PRODUCT_NAME} refund of ${amount} is up to your bank`,
    ...layOutEmail({
      heading: `Your bank decides about ${amount}`,
      lines: [
        isDuplicate
          ? `You paid for a second plan while you already had one. We ended it. The plan you already had continues as before.`
          : `Your plan has ended, as you asked. You're on Free now, and you keep everything.`,
        `You disputed the payment of ${amount} with your bank, so we can't refund it. Your bank will tell you what it decides.`,
      ],
      facts: [['Amount', amount], ...cardFact(card)],
      button: { url: billingUrl(payer), label: 'See your invoices' },
    }),
  };
}

/** Sent when money has been sent back: under the guarantee, or because something was paid twice. */
export function refundEmail(payer: Payer, refund: Refund): OutgoingEmail {
  const { cents, disputedCents, isDuplicate, isByHand, isReplaced, card } = refund;
  if (cents === 0 && disputedCents > 0) return disputedEmail(payer, refund);
  const amount = usd(cents);
  return {
    to: payer.to,
    subject: `Your ${PRODUCT_NAME} refund: ${amount}`,
    ...layOutEmail({
      heading: `We refunded ${amount}`,
      lines: [
        isByHand
          ? `We sent ${amount} back to the card you paid with.`
          : isReplaced
            ? `Your new plan replaced the one that was bought before you had an account. We sent the unused ${amount} back to the card used to pay for it.`
            : isDuplicate
              ? `You paid for a second plan while you already had one. We ended it and sent ${amount} back. The plan you already had continues as before.`
              : `We sent ${amount} back to the card you paid with, and your plan has ended. You're on Free now, and you keep everything.`,
        ...(disputedCents > 0
          ? [`You disputed another ${usd(disputedCents)} with your bank, so we can't refund that. Your bank decides.`]
          : []),
      ],
      facts: [['Amount', amount], ...cardFact(isReplaced ? null : card)],
      button: { url: billingUrl(payer), label: 'See your invoices' },
      notes: ['How soon the money arrives is up to your bank. It usually takes 5 to 10 business days.'],
    }),
  };
}

type Ended = { plan: PaidTier; endedAt: Date; isUnpaid: boolean; creditCents: number };

/** Sent when access to a plan has ended. */
export function accessEndedEmail(payer: Payer, { plan, endedAt, isUnpaid, creditCents }: Ended): OutgoingEmail {
  const [name, day] = [PLAN_NAMES[plan], dayFor(payer, endedAt)];
  return {
    to: payer.to,
    subject: `Your ${PRODUCT_NAME} ${name} plan has ended`,
    ...layOutEmail({
      heading: `Your ${name} plan has ended`,
      lines: [
        isUnpaid
          ? `Your last payment didn't go through, so ${name} ended on ${day}. You're on Free now.`
          : `${name} ended on ${day}, as you asked. You're on Free now.`,
        'Nothing was deleted. Your conversations, profile and settings are just as you left them.',
      ],
      button: isUnpaid
        ? { url: billingUrl(payer), label: 'Pay the open invoice' }
        : { url: `${payer.publicUrl}/checkout?plan=${plan}`, label: `Get ${name} back` },
      notes: [
        'You can open conversations with locked teammates again with a plan that includes them.',
        ...creditLeft(creditCents),
      ],
    }),
  };
}
