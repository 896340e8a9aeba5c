import { Hono, type Context as HonoContext } from 'hono';
import { layout } from '#sandbox/pages/layout.ts';
import { applyUpdate, cancelByRequest } from '../billing/subscription-routes.ts';
import { getPrice } from '../catalogue/prices.ts';
import { updateCustomer } from '../customers/customers.ts';
import { addTaxId, removeTaxId, taxIdsOf } from '../customers/tax-ids.ts';
import type { Desk } from '../desk.ts';
import { changePlan, previewPlan } from '../portal/change-plan.ts';
import { afterFlow, openPortal, type Portal } from '../portal/open-portal.ts';
import { timeFor, type Context } from '../state/context.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { addressIn, cardIn, readFields, taxIdIn, type Fields } from './forms.ts';
import { allowFormsTo } from './page-headers.ts';
import { approvalForm, type Markup } from './parts.ts';
import { portalPage } from './portal-pages.ts';
import { cancelPage, cardPage, confirmPage, detailsPage, planPage } from './portal-steps.ts';
import { putCardOnFile, type Filed } from './put-card-on-file.ts';

/** The page that a flow starts on; without one the portal's first page. */
function startOf(portal: Portal): string | null {
  const { token, session } = portal;
  const { flow } = session;
  if (flow?.type === 'payment_method_update') return `/portal/${token}/card`;
  if (flow?.type === 'subscription_cancel') return `/portal/${token}/cancel`;
  if (flow?.type === 'subscription_update') return `/portal/${token}/plan`;
  if (flow?.type === 'customer_update') return `/portal/${token}/details`;
  const price = flow?.subscription_update_confirm?.items[0]?.price;
  return price ? `/portal/${token}/confirm?price=${encodeURIComponent(price)}` : null;
}

function saveDetails(context: Context, portal: Portal, fields: Fields): void {
  const { customer, features } = portal;
  const allows = (what: string) => features.customer_update.allowed_updates.includes(what);
  updateCustomer(context, customer.id, {
    ...(allows('email') && fields.email ? { email: fields.email } : {}),
    ...(allows('name') ? { name: fields.business_name ?? '', business_name: fields.business_name ?? '' } : {}),
    ...(allows('address') ? { address: addressIn(fields) } : {}),
  });
  const given = taxIdIn(fields);
  const known = taxIdsOf(context, customer.id);
  if (!allows('tax_id') || known.some(({ type, value }) => type === given?.type && value === given.value)) return;
  for (const { id } of known) removeTaxId(context, customer.id, id);
  if (given) addTaxId(context, customer.id, given.type, given.value);
}

function cancel(context: Context, portal: Portal, fields: Fields): void {
  const { subscription, features } = portal;
  if (!subscription) throw new StripeProblem('There is no subscription to cancel.');
  const details = { cancellation_details: fields.feedback ? { feedback: fields.feedback } : {} };
  const { mode, proration_behavior: behavior } = features.subscription_cancel;
  if (mode === 'immediately')
    cancelByRequest(context, subscription.id, {
      prorate: behavior !== 'none',
      invoice_now: behavior === 'always_invoice',
      ...details,
    });
  else applyUpdate(context, subscription.id, { cancel_at_period_end: true, ...details });
}

/** The customer portal. */
export function createPortalRoutes(desk: Desk): Hono {
  const app = new Hono();
  const view = async (c: HonoContext, make: (context: Context, portal: Portal) => Markup, status: 200 | 400 = 200) =>
    desk.run(null, (context) => {
      const portal = openPortal(context, c.req.param('token') ?? '');
      allowFormsTo(c, portal.session.return_url, portal.session.flow?.after_completion.redirect?.return_url ?? null);
      return c.html(make(context, portal), status);
    });
  /** Does it and goes on; what was refused is shown on the page it was asked on. */
  const act = async (
    c: HonoContext,
    work: (context: Context, portal: Portal) => void,
    again: (context: Context, portal: Portal, problem: string) => Markup,
  ) => {
    try {
      const next = await desk.run(null, (context) => {
        const portal = openPortal(context, c.req.param('token') ?? '');
        work(context, portal);
        return afterFlow(portal);
      });
      return c.redirect(next, 303);
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      return view(c, (context, portal) => again(context, portal, error.message), 400);
    }
  };

  app.get('/portal/:token', async (c) => {
    const portal = await desk.run(null, (context) => openPortal(context, c.req.param('token')));
    const start = c.req.query('done') ? null : startOf(portal);
    const isFresh = c.req.header('referer') === undefined && c.req.header('sec-fetch-site') !== 'same-origin';
    if (start && isFresh) return c.redirect(start, 303);
    return view(c, (context, opened) => portalPage(context, opened, null, c.req.query('done') !== undefined));
  });
  app.get('/portal/:token/card', (c) => view(c, (_, portal) => cardPage(portal, null)));
  app.post('/portal/:token/card', async (c) => {
    const fields = await readFields(c);
    const token = c.req.param('token');
    const filed = await desk
      .run(null, (context): Filed => {
        const { customer } = openPortal(context, token);
        const approval = fields.method ? { method: fields.method, isGiven: fields.approval === 'yes' } : null;
        return putCardOnFile(context, customer.id, { card: cardIn(fields, timeFor(context, customer)), approval });
      })
      .catch((error: unknown): Filed => {
        if (error instanceof StripeProblem) return { kind: 'refused', message: error.message };
        throw error;
      });
    if (filed.kind === 'refused') return view(c, (_, portal) => cardPage(portal, filed.message), 400);
    if (filed.kind === 'approve') {
      const hidden = { method: filed.method };
      const body = approvalForm({
        action: `/portal/${token}/card`,
        hidden,
        what: 'the card may be charged for later bills',
      });
      return view(c, () => layout({ title: 'Your bank asks', body }));
    }
    return act(
      c,
      () => {},
      (_, portal, problem) => cardPage(portal, problem),
    );
  });
  app.get('/portal/:token/plan', (c) => view(c, (context, portal) => planPage(context, portal, null)));
  const confirm = (context: Context, portal: Portal, id: string, problem: string | null) => {
    const price = getPrice(context, id);
    return confirmPage(context, portal, price, problem === null ? previewPlan(context, portal, id) : null, problem);
  };
  app.get('/portal/:token/confirm', (c) =>
    view(c, (context, portal) => confirm(context, portal, c.req.query('price') ?? '', null)),
  );
  app.post('/portal/:token/confirm', async (c) => {
    const { price = '' } = await readFields(c);
    return act(
      c,
      (context, portal) => changePlan(context, portal, price),
      (context, portal, problem) => confirm(context, portal, price, problem),
    );
  });
  app.get('/portal/:token/cancel', (c) =>
    view(c, (context, portal) =>
      portal.subscription ? cancelPage(portal, portal.subscription) : portalPage(context, portal, null, false),
    ),
  );
  app.post('/portal/:token/cancel', async (c) => {
    const fields = await readFields(c);
    return act(
      c,
      (context, portal) => cancel(context, portal, fields),
      (context, portal, problem) => portalPage(context, portal, problem, false),
    );
  });
  app.post('/portal/:token/resume', (c) =>
    act(
      c,
      (context, { subscription }) => {
        if (subscription) applyUpdate(context, subscription.id, { cancel_at_period_end: false });
      },
      (context, portal, problem) => portalPage(context, portal, problem, false),
    ),
  );
  app.get('/portal/:token/details', (c) => view(c, (context, portal) => detailsPage(context, portal, null)));
  app.post('/portal/:token/details', async (c) => {
    const fields = await readFields(c);
    return act(
      c,
      (context, portal) => saveDetails(context, portal, fields),
      (context, portal, problem) => detailsPage(context, portal, problem),
    );
  });
  return app;
}
