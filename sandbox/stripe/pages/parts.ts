import { html } from 'hono/html';
import type Stripe from 'stripe';
import { dayText, momentText } from '#contract/dates.ts';
import { TEST_CARDS } from '../customers/test-cards.ts';

export type Markup = ReturnType<typeof html>;

export function showDay(seconds: number): string {
  return dayText(new Date(seconds * 1_000), 'UTC');
}

export function showMinute(seconds: number): string {
  return momentText(new Date(seconds * 1_000), 'UTC');
}

export function showMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

export function showBillingInterval(recurring: { interval: string; interval_count: number } | null): string {
  if (!recurring) return 'once';
  const { interval, interval_count: count } = recurring;
  return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;
}

export function showPrice(price: Stripe.Price): string {
  return `${showMoney(price.unit_amount ?? 0, price.currency)} ${showBillingInterval(price.recurring)}`;
}

/** An error message that screen readers announce immediately. */
export function alertBox(message: string | null): Markup | string {
  return message === null ? '' : html`<p class="alert" role="alert">${message}</p>`;
}

export function field(options: {
  label: string;
  name: string;
  value?: string;
  type?: string;
  autocomplete?: string;
  hint?: string;
  inputmode?: string;
}): Markup {
  const { label, name, value = '', type = 'text', autocomplete = 'off', hint, inputmode = 'text' } = options;
  const hintId = `${name}-hint`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      inputmode="${inputmode}"
      ${hint ? html`aria-describedby="${hintId}"` : ''}
    />
    ${hint ? html`<p class="hint" id="${hintId}">${hint}</p>` : ''}
  </div>`;
}

/** Card number, expiration and security code. */
export function cardFields(): Markup {
  return html`<fieldset>
    <legend>Card</legend>
    ${field({ label: 'Card number', name: 'number', autocomplete: 'cc-number', inputmode: 'numeric' })}
    <div class="pair">
      ${field({ label: 'Expiration', name: 'expiry', autocomplete: 'cc-exp', hint: 'Month and year, such as 12/30' })}
      ${field({ label: 'CVC', name: 'cvc', autocomplete: 'cc-csc', inputmode: 'numeric' })}
    </div>
  </fieldset>`;
}

/** One button per test card that fills it in and submits. They follow the form's own button because Enter presses the first one. */
export function testCards(): Markup {
  return html`<fieldset>
    <legend>Or use a test card</legend>
    <div class="choices">
      ${TEST_CARDS.map(
        (card) =>
          html`<button class="quiet" name="test_card" value="${card.number}">
            ${card.label} <span class="hint">…${card.number.slice(-4)}</span>
          </button>`,
      )}
    </div>
  </fieldset>`;
}

/** Asks the cardholder to approve, as the bank would on its own page. */
export function approvalForm(options: { action: string; hidden: Record<string, string>; what: string }): Markup {
  return html`
    <h1>Confirm with your bank</h1>
    <p class="lede">Approve ${options.what}? With real Stripe, your bank would ask this on its own page.</p>
    <form method="post" action="${options.action}" class="card">
      ${Object.entries(options.hidden).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <div class="choices">
        <button name="approval" value="yes">Approve</button>
        <button class="quiet" name="approval" value="no">Decline</button>
      </div>
    </form>
  `;
}
