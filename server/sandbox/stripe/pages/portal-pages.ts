import { html } from 'hono/html';
import type Stripe from 'stripe';
import { layout } from '../../pages/layout.ts';
import { productName } from '../billing/invoice-lines.ts';
import { periodOf } from '../billing/subscription-items.ts';
import { cardOf } from '../billing/pay.ts';
import { taxIdsOf } from '../customers/tax-ids.ts';
import { offeredPrices } from '../portal/change-plan.ts';
import type { Portal } from '../portal/open-portal.ts';
import type { Context } from '../state/context.ts';
import { addressFields, businessFields } from './details-fields.ts';
import { alertBox, cardFields, field, showDay, showMoney, showRhythm, type Markup } from './parts.ts';

function priceText(price: Stripe.Price): string {
  return `${showMoney(price.unit_amount ?? 0, price.currency)} ${showRhythm(price.recurring)}`;
}

function planCard(context: Context, portal: Portal, subscription: Stripe.Subscription): Markup {
  const { token, features } = portal;
  const [item] = subscription.items.data;
  const { end } = periodOf(subscription);
  const isEnding = subscription.cancel_at !== null;
  const renews =
    subscription.status === 'trialing' ? `The trial ends on ${showDay(end)}.` : `It renews on ${showDay(end)}.`;
  return html`<section class="card">
    <h2>${item ? productName(context, item.price) : 'Subscription'}</h2>
    <p>${item ? priceText(item.price) : ''}. Status: ${subscription.status}.</p>
    <p>${isEnding ? `It ends on ${showDay(subscription.cancel_at ?? end)}.` : renews}</p>
    <div class="choices">
      ${features.subscription_update.enabled ? html`<a href="/portal/${token}/plan">Change plan</a>` : ''}
      ${
        isEnding
          ? html`<form method="post" action="/portal/${token}/resume"><button>Do not cancel</button></form>`
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
export function portalPage(context: Context, portal: Portal, problem: string | null, isDone: boolean) {
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
      <h1>Billing of ${customer.name ?? customer.email ?? customer.id}</h1>
      <p class="lede">This page stands in for Stripe's customer portal.</p>
      ${isDone ? html`<p role="status" class="code">Done.</p>` : ''} ${alertBox(problem)} ${backLink(portal)}
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

export function cardPage(portal: Portal, problem: string | null) {
  return layout({
    title: 'Change card',
    body: html`
      <h1>Change card</h1>
      ${alertBox(problem)}
      <form method="post" action="/portal/${portal.token}/card" class="card">
        ${cardFields()}
        <div class="choices">
          <button name="save" value="yes">Save card</button><a href="/portal/${portal.token}">Back</a>
        </div>
      </form>
    `,
  });
}

export function planPage(context: Context, portal: Portal, problem: string | null) {
  const current = portal.subscription?.items.data[0]?.price.id;
  return layout({
    title: 'Change plan',
    body: html`
      <h1>Change plan</h1>
      ${alertBox(problem)}
      ${offeredPrices(context, portal).map(
        (price) =>
          html`<form method="get" action="/portal/${portal.token}/confirm" class="card">
            <h2>${productName(context, price)}</h2>
            <p>${priceText(price)}</p>
            ${
              price.id === current
                ? html`<p>Current plan</p>`
                : html`<button
                    name="price"
                    value="${price.id}"
                    aria-label="Choose ${productName(context, price)}, ${priceText(price)}"
                  >
                    Choose
                  </button>`
            }
          </form>`,
      )}
      <p><a href="/portal/${portal.token}">Back</a></p>
    `,
  });
}

export function confirmPage(
  context: Context,
  portal: Portal,
  price: Stripe.Price,
  preview: Stripe.Invoice | null,
  problem: string | null,
) {
  const isNow = preview?.billing_reason === 'subscription_update';
  return layout({
    title: 'Confirm the change',
    body: html`
      <h1>Change to ${productName(context, price)}</h1>
      ${alertBox(problem)}
      ${
        preview
          ? html`<section class="card">
              <h2>${isNow ? 'Due now' : `Next bill on ${showDay(preview.next_payment_attempt ?? preview.created)}`}</h2>
              <dl class="bill">
                ${preview.lines.data.map(
                  (line) =>
                    html`<dt>${line.description}</dt>
                      <dd>${showMoney(line.amount, line.currency)}</dd>`,
                )}
                <dt>Amount due</dt>
                <dd>${showMoney(preview.amount_due, preview.currency)}</dd>
              </dl>
            </section>`
          : ''
      }
      <form method="post" action="/portal/${portal.token}/confirm" class="card">
        <input type="hidden" name="price" value="${price.id}" />
        <div class="choices"><button>Confirm</button><a href="/portal/${portal.token}">Back</a></div>
      </form>
    `,
  });
}

export function cancelPage(portal: Portal, subscription: Stripe.Subscription) {
  const { mode, cancellation_reason: reason } = portal.features.subscription_cancel;
  const end = mode === 'immediately' ? 'now' : `on ${showDay(periodOf(subscription).end)}`;
  return layout({
    title: 'Cancel',
    body: html`
      <h1>Cancel the subscription</h1>
      <p class="lede">It will end ${end}.</p>
      <form method="post" action="/portal/${portal.token}/cancel" class="card">
        ${
          reason.enabled
            ? html`<div class="field">
                <label for="feedback">Why?</label>
                <select id="feedback" name="feedback">
                  <option value="">No answer</option>
                  ${reason.options.map((option) => html`<option value="${option}">${option.replaceAll('_', ' ')}</option>`)}
                </select>
              </div>`
            : ''
        }
        <div class="choices"><button>Cancel the subscription</button><a href="/portal/${portal.token}">Back</a></div>
      </form>
    `,
  });
}

export function detailsPage(context: Context, portal: Portal, problem: string | null) {
  const { customer, features, token } = portal;
  const allows = (what: string) => features.customer_update.allowed_updates.includes(what);
  const [taxId] = taxIdsOf(context, customer.id);
  const { line1, postal_code: postalCode, city, country } = customer.address ?? {};
  const fields = {
    business_name: customer.business_name ?? customer.name ?? '',
    tax_id: taxId?.value ?? '',
    tax_id_type: taxId?.type ?? 'eu_vat',
    line1: line1 ?? '',
    postal_code: postalCode ?? '',
    city: city ?? '',
    country: country ?? '',
  };
  return layout({
    title: 'Billing details',
    body: html`
      <h1>Billing details</h1>
      ${alertBox(problem)}
      <form method="post" action="/portal/${token}/details" class="card">
        ${allows('email') ? field({ label: 'E-mail', name: 'email', type: 'email', value: customer.email ?? '', autocomplete: 'email' }) : ''}
        ${allows('name') || allows('tax_id') ? businessFields(fields) : ''}
        ${allows('address') ? addressFields(fields) : ''}
        <div class="choices"><button>Save</button><a href="/portal/${token}">Back</a></div>
      </form>
    `,
  });
}
