import { html } from 'hono/html';
import type Stripe from 'stripe';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { layout } from '#sandbox/pages/layout.ts';
import { getPrice } from '../catalog/prices.ts';
import { TAX_PERCENT } from '../billing/money.ts';
import { productName } from '../billing/invoice-lines.ts';
import { noteOfSession } from '../checkout/session-routes.ts';
import { needsCard } from '../checkout/submit-payment.ts';
import { totalsOf } from '../checkout/totals.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { addressFields, businessFields } from './details-fields.ts';
import type { Fields } from './forms.ts';
import {
  alertBox,
  cardFields,
  field,
  showDay,
  showMoney,
  showBillingInterval,
  testCards,
  type Markup,
} from './parts.ts';

type Session = Stripe.Checkout.Session;

/** Which bills a coupon lowers. */
function offFor(coupon: Stripe.Coupon | null): string {
  if (coupon?.duration === 'forever') return 'every bill';
  return coupon?.duration === 'repeating' ? `bills for ${coupon.duration_in_months} months` : 'the first bill';
}

function summary(context: Context, session: Session): Markup {
  const note = noteOfSession(context, session.id);
  const coupon = note.coupon ? (context.store.find('coupons', note.coupon) ?? null) : null;
  const totals = totalsOf(context, {
    price: note.price,
    coupon,
    isTrial: note.trialEnd !== null,
    isTaxed: note.isTaxed,
  });
  const money = (cents: number) => showMoney(cents, totals.currency);
  const price = getPrice(context, note.price);
  const rhythm = showBillingInterval(price.recurring);
  const reduced =
    totals.discount > 0
      ? `${money(totals.firstBill)} for ${offFor(coupon)} (${coupon?.name ?? 'discount'}), then `
      : '';
  return html`<section class="card" aria-label="Order">
    <h2>${productName(context, price)}</h2>
    <dl class="facts">
      ${
        totals.tax > 0 && note.trialEnd === null
          ? html`<dt>Tax (${TAX_PERCENT}%)</dt>
              <dd>${money(totals.tax)}</dd>`
          : ''
      }
      <dt>Due today</dt>
      <dd><strong>${money(totals.dueToday)}</strong></dd>
      ${
        note.trialEnd === null
          ? html`<dt>After that</dt>
              <dd>${money(totals.laterBill)} ${rhythm}</dd>`
          : html`<dt>From ${showDay(note.trialEnd)}</dt>
              <dd>${reduced}${money(totals.laterBill)} ${rhythm}</dd>`
      }
      ${
        totals.discount > 0 && note.trialEnd === null
          ? html`<dt>Discount</dt>
              <dd>${money(totals.discount)} off ${offFor(coupon)} (${coupon?.name ?? coupon?.id ?? ''})</dd>`
          : ''
      }
    </dl>
  </section>`;
}

function whoPays(context: Context, session: Session, fields: Fields): Markup {
  const customer = context.store.find('customers', idOf(session.customer) ?? '');
  const email = customer?.email ?? session.customer_email;
  if (email && customer) return html`<p>We’ll send invoices to <strong>${email}</strong>.</p>`;
  return field({
    label: 'Email',
    name: 'email',
    type: 'email',
    value: fields.email ?? email ?? '',
    autocomplete: 'email',
    inputmode: 'email',
  });
}

function asksForCompany(session: Session): boolean {
  return session.tax_id_collection?.enabled === true || session.name_collection?.business?.enabled === true;
}

/** The hosted pay page of an open session. */
export function payPage(context: Context, session: Session, fields: Fields, problem: string | null) {
  const due = session.amount_total ?? 0;
  const isTrial = noteOfSession(context, session.id).trialEnd !== null;
  const button = due > 0 ? `Pay ${showMoney(due, session.currency ?? 'usd')}` : isTrial ? 'Start trial' : 'Subscribe';
  const isCardNeeded = needsCard(session);
  const back = session.cancel_url ? html`<a href="${session.cancel_url}" rel="noreferrer">Back</a>` : '';
  const buttons = html`<div class="choices"><button name="pay" value="yes">${button}</button>${back}</div>`;
  // Enter presses a form's first button, so the real one comes before the test cards.
  const card = isCardNeeded
    ? html`${cardFields()} ${buttons} ${testCards()}`
    : html`<p>No card needed.</p>
        ${buttons}
        <details>
          <summary>Add a card now to keep your plan after the trial</summary>
          ${cardFields()}
          <div class="choices"><button name="pay" value="card">${button} with this card</button></div>
          ${testCards()}
        </details>`;
  return layout({
    title: `Pay ${PRODUCT_NAME}`,
    body: html`
      <h1>${isTrial ? 'Start your trial' : `Subscribe to ${PRODUCT_NAME}`}</h1>
      <p class="lede">A stand-in for Stripe Checkout. Real cards don’t work here, and no money moves.</p>
      ${alertBox(problem)} ${summary(context, session)}
      <form method="post" action="/pay/${session.id}" class="card">
        ${whoPays(context, session, fields)}
        ${asksForCompany(session) ? businessFields(fields, session.tax_id_collection?.enabled) : ''}
        ${session.billing_address_collection === 'required' ? addressFields(fields) : ''} ${card}
      </form>
    `,
  });
}

/** For a session that is complete or has expired. */
export function closedPayPage(session: Session, successUrl: string | null) {
  const isDone = session.status === 'complete';
  return layout({
    title: isDone ? 'Complete' : 'Expired',
    body: html`
      <h1>${isDone ? 'You’re all set' : 'This page has expired'}</h1>
      <p class="lede">
        ${isDone ? 'Your subscription has started. You won’t be charged twice.' : 'You weren’t charged. Go back to the app to start over.'}
      </p>
      ${isDone && successUrl ? html`<p><a href="${successUrl}" rel="noreferrer">Continue</a></p>` : ''}
      ${!isDone && session.cancel_url ? html`<p><a href="${session.cancel_url}" rel="noreferrer">Back</a></p>` : ''}
    `,
  });
}
