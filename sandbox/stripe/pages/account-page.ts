import { html } from 'hono/html';
import type Stripe from 'stripe';
import { layout } from '#sandbox/pages/layout.ts';
import { productName } from '../billing/invoice-lines.ts';
import { periodOf } from '../billing/subscription-items.ts';
import { switchesOf, type Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { STRIPE_FAULTS } from '../wire/faults.ts';
import { showMinute, type Markup } from './parts.ts';

const SHOWN_MAX = 50;
export const CLOCK_STEPS = [
  { value: 'hour', label: '1 hour' },
  { value: 'day', label: '1 day' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '31 days' },
  { value: 'next', label: 'Through the next trial end or renewal' },
] as const;
export const WEBHOOK_MODES = ['normal', 'duplicate', 'delay', 'shuffle', 'hold'] as const;
export const AFTER_LAST_RETRY = ['cancel', 'unpaid', 'past_due'] as const;

function clockForm(): Markup {
  return html`<form method="post" action="/stripe/clock">
    <div class="choices">
      ${CLOCK_STEPS.map(({ value, label }) => html`<button class="quiet" name="step" value="${value}">${label}</button>`)}
    </div>
  </form>`;
}

function subscriptionRow(context: Context, subscription: Stripe.Subscription): Markup {
  const [item] = subscription.items.data;
  const customer = context.store.find('customers', idOf(subscription.customer));
  return html`<tr>
    <td>${customer?.email ?? idOf(subscription.customer)}</td>
    <td>${item ? productName(context, item.price) : ''}</td>
    <td>${subscription.status}${subscription.cancel_at === null ? '' : ', ends'}</td>
    <td>${showMinute(periodOf(subscription).end)}</td>
  </tr>`;
}

function table(head: string[], rows: Markup[]): Markup {
  return html`<table>
    <thead>
      <tr>
        ${head.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function select(name: string, label: string, values: readonly string[], current: string): Markup {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${values.map((value) => html`<option value="${value}" ${value === current ? 'selected' : ''}>${value}</option>`)}
    </select>
  </div>`;
}

function switchForm(context: Context): Markup {
  const { webhooks, afterLastRetry, fault, faultsLeft } = switchesOf(context.store);
  return html`<form method="post" action="/stripe/switches">
    ${select('webhooks', 'Webhook delivery', WEBHOOK_MODES, webhooks)}
    ${select('after_last_retry', 'When the last retry fails, the subscription becomes', AFTER_LAST_RETRY, afterLastRetry)}
    ${select('fault', 'Fail the next API requests with', ['none', ...STRIPE_FAULTS], fault ?? 'none')}
    <div class="field">
      <label for="faults">How many requests</label>
      <input id="faults" name="faults" type="number" min="0" max="1000" value="${faultsLeft}" />
    </div>
    <button>Save</button>
  </form>`;
}

/** Customers, subscriptions, time and switches: what you'd look up in Stripe's dashboard. */
export function accountPage(context: Context) {
  const { store } = context;
  const customers = store.list('customers').toReversed();
  const subscriptions = store.list('subscriptions').toReversed();
  const deliveries = store.list('deliveries').toReversed();
  return layout({
    title: 'Payments',
    body: html`
      <h1>Payments</h1>
      <p class="lede">A stand-in for your Stripe account. The time here is ${showMinute(context.time)}.</p>
      <section class="card">
        <h2>Move the clock</h2>
        <p>Applies to every customer. Time only moves forward.</p>
        ${clockForm()}
      </section>
      <section class="card">
        <h2>Subscriptions (${subscriptions.length})</h2>
        ${table(
          ['Customer', 'Plan', 'Status', 'Period ends'],
          subscriptions.slice(0, SHOWN_MAX).map((one) => subscriptionRow(context, one)),
        )}
      </section>
      <section class="card">
        <h2>Customers (${customers.length})</h2>
        ${table(
          ['Email', 'Name', 'ID', 'Created'],
          customers.slice(0, SHOWN_MAX).map(
            (one) =>
              html`<tr>
                <td>${one.email}</td>
                <td>${one.name}</td>
                <td><code>${one.id}</code></td>
                <td>${showMinute(one.created)}</td>
              </tr>`,
          ),
        )}
      </section>
      <section class="card">
        <h2>Webhooks</h2>
        ${store.list('webhookEndpoints').map((one) => html`<p><code>${one.url}</code>, ${one.status}</p>`)}
        ${table(
          ['Event', 'Attempts', 'Response', 'Finished'],
          deliveries.slice(0, SHOWN_MAX).map(
            (one) =>
              html`<tr>
                <td>${store.find('events', one.event)?.type ?? one.event}</td>
                <td>${one.attempts}</td>
                <td>${one.lastAnswer ?? ''}</td>
                <td>${one.nextAt === null ? 'yes' : 'not yet'}</td>
              </tr>`,
          ),
        )}
      </section>
      <section class="card">
        <h2>Switches</h2>
        ${switchForm(context)}
      </section>
    `,
  });
}

/** When the next billing period ends, plus the hour that its invoice stays a draft. */
export function nextTurn(context: Context): number | null {
  const ends = context.store
    .list('subscriptions')
    .filter((one) => ['trialing', 'active', 'past_due', 'unpaid'].includes(one.status))
    .map((one) => periodOf(one).end)
    .filter((end) => end > context.time);
  return ends.length === 0 ? null : Math.min(...ends) + 3_600;
}
