import { html } from 'hono/html';
import type Stripe from 'stripe';
import { layout } from '#sandbox/pages/layout.ts';
import { productName } from '../billing/invoice-lines.ts';
import { periodOf } from '../billing/subscription-items.ts';
import { cardOf } from '../billing/pay.ts';
import { taxIdsOf } from '../customers/tax-ids.ts';
import type { Portal } from '../portal/open-portal.ts';
import type { Context } from '../state/context.ts';
import { alertBox, showDay, showMoney, showPrice, type Markup } from './parts.ts';

function planCard(context: Context, portal: Portal, subscription: Stripe.Subscription): Markup {
  const { token, features } = portal;
  const [item] = subscription.items.data;
  const { end } = periodOf(subscription);
  const isEnding = subscription.cancel_at !== null;
  const renews =
    subscription.status === 'trialing' ? `The trial ends on ${showDay(end)}.` : `It renews on ${showDay(end)}.`;
  return html`<section class="card">
    <h2>${item ? productName(context, item.price) : 'Subscription'}</h2>
    <p>${item ? showPrice(item.price) : ''}. Status: ${subscription.status}.</p>
    <p>${isEnding ? `It ends on ${showDay(subscription.cancel_at ?? end)}.` : renews}</p>
    <div class="choices">
      ${
        isEnding
          ? html`<form method="post" action="/portal/${token}/resume"><button>Keep subscription</button></form>`
          : features.subscription_cancel.enabled
            ? html`<a href="/portal/${token}/cancel">Cancel</a>`
            : ''
      }
    </div>
  </section>`;
}

function invoiceList(invoices: Stripe.Invoice[]): Markup {
  if (invoices.length === 0) return html`<p>No invoices yet.</p>`;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Number</th>
        <th scope="col">Amount</th>
        <th scope="col">Status</th>
      </tr>
    </thead>
    <tbody>
      ${invoices.map(
        (invoice) =>
          html`<tr>
            <td>${showDay(invoice.created)}</td>
            <td><a href="/invoice/${invoice.id}">${invoice.number ?? 'Draft'}</a></td>
            <td>${showMoney(invoice.total, invoice.currency)}</td>
            <td>${invoice.status === 'open' ? html`<a href="/invoice/${invoice.id}">Pay now</a>` : invoice.status}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function backLink(portal: Portal): Markup | string {
  const { return_url: url } = portal.session;
  return url ? html`<p><a href="${url}" rel="noreferrer">Back to the app</a></p>` : '';
}

/** The portal's first page. */
export function portalPage(context: Context, portal: Portal, problem: string | null) {
  const { token, features, customer, subscription } = portal;
  const card = cardOf(context, {
    customer: customer.id,
    default_payment_method: subscription?.default_payment_method ?? null,
  });
  const invoices = context.store
    .list('invoices')
    .filter((invoice) => invoice.customer === customer.id && invoice.status !== 'draft')
    .toReversed();
  return layout({
    title: 'Billing',
    body: html`
      <h1>Billing for ${customer.name ?? customer.email ?? customer.id}</h1>
      <p class="lede">A stand-in for Stripe’s customer portal.</p>
      ${alertBox(problem)} ${backLink(portal)}
      ${
        subscription
          ? planCard(context, portal, subscription)
          : html`<section class="card">
              <h2>No subscription</h2>
              <p>Choose a plan in the app.</p>
            </section>`
      }
      <section class="card">
        <h2>Payment method</h2>
        <p>${card?.card ? `${card.card.brand} ending in ${card.card.last4}` : 'No card on file.'}</p>
        ${features.payment_method_update.enabled ? html`<p><a href="/portal/${token}/card">Change card</a></p>` : ''}
      </section>
      <section class="card">
        <h2>Billing details</h2>
        <p>
          ${[customer.email, customer.name, ...taxIdsOf(context, customer.id).map(({ value }) => value)].filter(Boolean).join(', ')}
        </p>
        ${features.customer_update.enabled ? html`<p><a href="/portal/${token}/details">Change details</a></p>` : ''}
      </section>
      ${
        features.invoice_history.enabled
          ? html`<section class="card">
              <h2>Invoices</h2>
              ${invoiceList(invoices)}
            </section>`
          : ''
      }
    `,
  });
}
