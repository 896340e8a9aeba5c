import { html } from 'hono/html';
import type Stripe from 'stripe';
import { layout } from '#sandbox/pages/layout.ts';
import { productName } from '../billing/invoice-lines.ts';
import { periodOf } from '../billing/subscription-items.ts';
import { taxIdsOf } from '../customers/tax-ids.ts';
import { offeredPrices } from '../portal/change-plan.ts';
import type { Portal } from '../portal/open-portal.ts';
import type { Context } from '../state/context.ts';
import { addressFields, businessFields } from './details-fields.ts';
import { alertBox, cardFields, field, showDay, showMoney, showPrice, testCards } from './parts.ts';

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
        ${testCards()}
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
            <p>${showPrice(price)}</p>
            ${
              price.id === current
                ? html`<p>Current plan</p>`
                : html`<button
                    name="price"
                    value="${price.id}"
                    aria-label="Choose ${productName(context, price)}, ${showPrice(price)}"
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
