import { html } from 'hono/html';
import type Stripe from 'stripe';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { layout } from '#sandbox/pages/layout.ts';
import { alertBox, cardFields, showDay, showMoney, testCards, type Markup } from './parts.ts';

function addressLines(address: Stripe.Address | null): string[] {
  if (!address) return [];
  const city = [address.postal_code, address.city].filter(Boolean).join(' ');
  return [address.line1, address.line2, city, address.country].flatMap((line) => (line ? [line] : []));
}

/** An invoice's contents line by line, shared by the page and the PDF. */
export function invoiceFacts(invoice: Stripe.Invoice): { facts: [string, string][]; to: string[] } {
  const money = (cents: number) => showMoney(cents, invoice.currency);
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0);
  const balance = invoice.amount_due - invoice.total;
  return {
    facts: [
      ['Number', invoice.number ?? 'Draft'],
      ['Date', showDay(invoice.effective_at ?? invoice.created)],
      ['Status', invoice.status ?? ''],
      ...invoice.lines.data.map((line): [string, string] => [line.description ?? '', money(line.amount)]),
      ...(discount > 0 ? [['Discount', money(-discount)] as [string, string]] : []), // reason: a pair, not a list
      ['Total', money(invoice.total)],
      ...(balance === 0 ? [] : [['Applied balance', money(balance)] as [string, string]]), // reason: a pair, not a list
      ['Amount due', money(invoice.amount_due)],
    ],
    to: [
      invoice.customer_name ?? '',
      invoice.customer_email ?? '',
      ...addressLines(invoice.customer_address),
      ...(invoice.customer_tax_ids ?? []).map((taxId) => `Tax ID ${taxId.value ?? ''}`),
    ].filter(Boolean),
  };
}

function payForm(invoice: Stripe.Invoice): Markup {
  return html`<form method="post" action="/invoice/${invoice.id}/pay" class="card">
    <h2>Pay this invoice</h2>
    ${cardFields()}
    <div class="choices">
      <button name="pay" value="yes">Pay ${showMoney(invoice.amount_due, invoice.currency)}</button>
    </div>
    ${testCards()}
  </form>`;
}

/** An invoice's hosted page. Open invoices can be paid there. */
export function invoicePage(invoice: Stripe.Invoice, problem: string | null) {
  const { facts, to } = invoiceFacts(invoice);
  return layout({
    title: `Invoice ${invoice.number ?? ''}`,
    body: html`
      <h1>Invoice ${invoice.number ?? ''}</h1>
      <p class="lede">From ${PRODUCT_NAME} to ${to.join(', ')}</p>
      ${alertBox(problem)}
      <section class="card">
        <dl class="bill">
          ${facts.map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
        <p><a href="/invoice/${invoice.id}/pdf">Download PDF</a></p>
      </section>
      ${invoice.status === 'open' ? payForm(invoice) : ''}
    `,
  });
}
