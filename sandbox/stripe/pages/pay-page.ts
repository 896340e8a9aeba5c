import { html } from 'hono/html';
import type Stripe from 'stripe';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { layout } from '#sandbox/pages/layout.ts';
import { getPrice } from '../catalogue/prices.ts';
import { productName } from '../billing/invoice-lines.ts';
import { noteOfSession } from '../checkout/session-routes.ts';
import { needsCard } from '../checkout/submit-payment.ts';
import { totalsOf } from '../checkout/totals.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { addressFields, businessFields } from './details-fields.ts';
import type { Fields } from './forms.ts';
import { alertBox, cardFields, field, showDay, showMoney, showRhythm, testCards, type Markup } from './parts.ts';

type Session = Stripe.Checkout.Session;

function summary(context: Context, session: Session): Markup {
  const note = noteOfSession(context, session.id);
  const coupon = note.coupon ? (context.store.find('coupons', note.coupon) ?? null) : null;
  const totals = totalsOf(context, { items: note.items, coupon, isTrial: note.trialEnd !== null });
  const money = (cents: number) => showMoney(cents, totals.currency);
  const prices = note.items.map(({ price }) => getPrice(context, price));
  const rhythm = showRhythm(prices[0]?.recurring ?? null);
  const reduced = totals.discount > 0 ? `${money(totals.firstBill)} once (${coupon?.name ?? 'discount'}), then ` : '';
  return html`<section class="card" aria-label="Order">
    <h2>${prices.map((price) => productName(context, price)).join(', ')}</h2>
    <dl class="facts">
      <dt>Due today</dt>
      <dd><strong>${money(totals.dueToday)}</strong></dd>
      ${
        note.trialEnd === null
          ? html`<dt>Later</dt>
              <dd>${money(totals.regular)} ${rhythm}</dd>`
          : html`<dt>From ${showDay(note.trialEnd)}</dt>
              <dd>${reduced}${money(totals.regular)} ${rhythm}</dd>`
      }
      ${
        totals.discount > 0 && note.trialEnd === null
          ? html`<dt>Discount</dt>
              <dd>${money(totals.discount)} off the first bill (${coupon?.name ?? coupon?.id ?? ''})</dd>`
          : ''
      }
    </dl>
  </section>`;
}

function whoPays(context: Context, session: Session, fields: Fields): Markup {
  const customer = context.store.find('customers', idOf(session.customer) ?? '');
  const email = customer?.email ?? session.customer_email;
  if (email && customer) return html`<p>Bills go to <strong>${email}</strong>.</p>`;
  return field({
    label: 'E-mail',
    name: 'email',
    type: 'email',
    value: fields.email ?? email ?? '',
    autocomplete: 'email',
    inputmode: 'email',
  });
}

function asksForName(session: Session): boolean {
  return session.name_collection?.individual?.enabled === true;
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
  // Enter presses the first button of a form, so the form's own comes before the test cards.
  const card = isCardNeeded
    ? html`${cardFields()} ${buttons} ${testCards()}`
    : html`<p>No card needed.</p>
        ${buttons}
        <details>
          <summary>Add a card now, so that it goes on after the trial</summary>
          ${cardFields()}
          <div class="choices"><button name="pay" value="card">${button} with this card</button></div>
          ${testCards()}
        </details>`;
  return layout({
    title: `Pay ${PRODUCT_NAME}`,
    body: html`
      <h1>${isTrial ? 'Start your trial' : `Subscribe to ${PRODUCT_NAME}`}</h1>
      <p class="lede">This page stands in for Stripe's Checkout. No real card works here and no money moves.</p>
      ${alertBox(problem)} ${summary(context, session)}
      <form method="post" action="/pay/${session.id}" class="card">
        ${whoPays(context, session, fields)}
        ${asksForName(session) ? field({ label: 'Full name', name: 'name', value: fields.name, autocomplete: 'name' }) : ''}
        ${asksForCompany(session) ? businessFields(fields, session.tax_id_collection?.enabled) : ''}
        ${session.billing_address_collection === 'required' ? addressFields(fields) : ''} ${card}
      </form>
    `,
  });
}

/** A session that is over, one way or the other. */
export function closedPayPage(session: Session, successUrl: string | null) {
  const isDone = session.status === 'complete';
  return layout({
    title: isDone ? 'Paid' : 'Expired',
    body: html`
      <h1>${isDone ? 'This is paid' : 'This page has expired'}</h1>
      <p class="lede">
        ${isDone ? 'The subscription was started; nothing is charged twice.' : 'Nothing was charged. Start again in the app.'}
      </p>
      ${isDone && successUrl ? html`<p><a href="${successUrl}" rel="noreferrer">Go on</a></p>` : ''}
      ${!isDone && session.cancel_url ? html`<p><a href="${session.cancel_url}" rel="noreferrer">Back</a></p>` : ''}
    `,
  });
}
