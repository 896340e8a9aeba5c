import { html } from 'hono/html';
import type Stripe from 'stripe';
import { TEST_CARDS } from '../customers/test-cards.ts';

export type Markup = ReturnType<typeof html>;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export function showDay(seconds: number): string {
  return day.format(seconds * 1_000);
}

export function showMinute(seconds: number): string {
  return `${minute.format(seconds * 1_000)} UTC`;
}

export function showMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

export function showRhythm(recurring: { interval: string; interval_count: number } | null): string {
  if (!recurring) return 'once';
  const { interval, interval_count: count } = recurring;
  return count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;
}

export function showPrice(price: Stripe.Price): string {
  return `${showMoney(price.unit_amount ?? 0, price.currency)} ${showRhythm(price.recurring)}`;
}

/** Something went wrong, in words, where screen readers hear it at once. */
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

/** Number, expiry and code. */
export function cardFields(): Markup {
  return html`<fieldset>
    <legend>Card</legend>
    ${field({ label: 'Card number', name: 'number', autocomplete: 'cc-number', inputmode: 'numeric' })}
    <div class="pair">
      ${field({ label: 'Expiry', name: 'expiry', autocomplete: 'cc-exp', hint: 'Month and year, such as 12/30' })}
      ${field({ label: 'CVC', name: 'cvc', autocomplete: 'cc-csc', inputmode: 'numeric' })}
    </div>
  </fieldset>`;
}

/** One button for each test card, which fills it in and submits at once. After the form's own button: Enter presses the first one. */
export function testCards(): Markup {
  return html`<fieldset>
    <legend>Or press a test card</legend>
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

/** The owner of a card is asked by its bank, as it would happen on the bank's own page. */
export function approvalForm(options: { action: string; hidden: Record<string, string>; what: string }): Markup {
  return html`
    <h1>Your bank asks whether it is you</h1>
    <p class="lede">The owner of the card has to agree: ${options.what}. At Stripe this would be your bank's page.</p>
    <form method="post" action="${options.action}" class="card">
      ${Object.entries(options.hidden).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <div class="choices">
        <button name="approval" value="yes">Approve</button>
        <button class="quiet" name="approval" value="no">Refuse</button>
      </div>
    </form>
  `;
}
