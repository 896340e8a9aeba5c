import { Hono } from 'hono';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { layout } from '#sandbox/pages/layout.ts';
import { collectInvoice } from '../billing/collect.ts';
import { getInvoice } from '../billing/invoice-routes.ts';
import { declineOf } from '../customers/payment-methods.ts';
import type { StripeAccount } from '../stripe-account.ts';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import { approvalIn, cardIn, readFields, type Fields } from './forms.ts';
import { invoiceFacts, invoicePage } from './invoice-page.ts';
import { simplePdf } from './invoice-pdf.ts';
import { orRefused, type Refused } from './or-refused.ts';
import { approvalForm, showMoney } from './parts.ts';
import { putCardOnFile } from './put-card-on-file.ts';

type Paid = { kind: 'done' } | { kind: 'approve'; method: string } | Refused;

function pay(context: Context, id: string, fields: Fields): Paid {
  // Read inside the transaction: pressing the button twice must not pay twice.
  const invoice = getInvoice(context, id);
  if (invoice.status !== 'open') return { kind: 'done' };
  const customer = idOf(invoice.customer) ?? '';
  const filed = putCardOnFile(context, customer, {
    card: cardIn(fields, context.time),
    approval: approvalIn(fields),
  });
  if (filed.kind !== 'done') return filed;
  const outcome = collectInvoice(context, invoice, filed.method);
  if (outcome.isPaid) return { kind: 'done' };
  return { kind: 'refused', message: declineOf(outcome.failure ?? 'declined').message };
}

/** The hosted page of an invoice, and its PDF. */
export function createInvoiceRoutes(account: StripeAccount): Hono {
  const app = new Hono();
  const find = (id: string) => account.run(null, (context) => getInvoice(context, id));
  app.get('/invoice/:id', async (c) => c.html(invoicePage(await find(c.req.param('id')), null)));
  app.get('/invoice/:id/pdf', async (c) => {
    const invoice = await find(c.req.param('id'));
    const { facts, to } = invoiceFacts(invoice);
    const pdf = simplePdf(`${PRODUCT_NAME}: invoice ${invoice.number ?? ''}`, [
      ...to.map((line): [string, string] => [line, '']),
      ['', ''],
      ...facts,
    ]);
    return c.body(Buffer.from(pdf), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="invoice-${invoice.number ?? invoice.id}.pdf"`,
    });
  });
  app.post('/invoice/:id/pay', async (c) => {
    const id = c.req.param('id');
    const fields = await readFields(c);
    const invoice = await find(id);
    if (invoice.status !== 'open') return c.redirect(`/invoice/${id}`, 303);
    const paid = await orRefused(account.run(null, (context) => pay(context, id, fields)));
    if (paid.kind === 'refused') return c.html(invoicePage(await find(id), paid.message), 400);
    if (paid.kind === 'done') return c.redirect(`/invoice/${id}`, 303);
    const what = `${showMoney(invoice.amount_due, invoice.currency)} for this invoice`;
    const body = approvalForm({ action: `/invoice/${id}/pay`, hidden: { method: paid.method }, what });
    return c.html(layout({ title: 'Confirm with your bank', body }));
  });
  return app;
}
