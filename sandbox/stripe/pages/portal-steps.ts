import { html } from 'hono/html';
import type Stripe from 'stripe';
import { layout } from '#sandbox/pages/layout.ts';
import { periodOf } from '../billing/subscription-items.ts';
import { taxIdsOf } from '../customers/tax-ids.ts';
import type { Portal } from '../portal/open-portal.ts';
import type { Context } from '../state/context.ts';
import { addressFields, businessFields } from './details-fields.ts';
import { alertBox, cardFields, showDay, testCards } from './parts.ts';

export function cardPage(portal: Portal, problem: string | null) {
  return layout({
    title: 'Change card',
    body: html`
      <h1>Change card</h1>
      ${alertBox(problem)}
      <form method="post" action="/portal/${portal.token}/card" class="card">
        ${cardFields()}
        <div class="choices">
          <button name="save" value="yes">Save card</button
          ><a href="${portal.session.flow ? (portal.session.return_url ?? '') : `/portal/${portal.token}`}">Back</a>
        </div>
        ${testCards()}
      </form>
    `,
  });
}

export function cancelPage(portal: Portal, subscription: Stripe.Subscription) {
  return layout({
    title: 'Cancel',
    body: html`
      <h1>Cancel subscription</h1>
      <p class="lede">Your subscription ends on ${showDay(periodOf(subscription).end)}.</p>
      <form method="post" action="/portal/${portal.token}/cancel" class="card">
        <div class="choices"><button>Cancel subscription</button><a href="/portal/${portal.token}">Back</a></div>
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
        ${allows('name') || allows('tax_id') ? businessFields(fields) : ''}
        ${allows('address') ? addressFields(fields) : ''}
        <div class="choices"><button>Save</button><a href="/portal/${token}">Back</a></div>
      </form>
    `,
  });
}
