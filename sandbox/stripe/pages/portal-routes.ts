import { Hono, type Context as HonoContext } from 'hono';
import { layout } from '#sandbox/pages/layout.ts';
import { applyUpdate } from '../billing/subscription-routes.ts';
import { updateCustomer } from '../customers/customers.ts';
import { addTaxId, removeTaxId, taxIdsOf } from '../customers/tax-ids.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { openPortal, type Portal } from '../portal/open-portal.ts';
import type { Context } from '../state/context.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { addressIn, approvalIn, cardIn, readFields, taxIdIn, type Fields } from './forms.ts';
import { allowFormsTo } from './page-headers.ts';
import { orRefused } from './or-refused.ts';
import { approvalForm, type Markup } from './parts.ts';
import { portalPage } from './portal-pages.ts';
import { cancelPage, cardPage, detailsPage } from './portal-steps.ts';
import { putCardOnFile } from './put-card-on-file.ts';

function saveDetails(context: Context, portal: Portal, fields: Fields): void {
  const { customer, features } = portal;
  const allows = (what: string) => features.customer_update.allowed_updates.includes(what);
  updateCustomer(context, customer.id, {
    ...(allows('name') ? { name: fields.business_name ?? '', business_name: fields.business_name ?? '' } : {}),
    ...(allows('address') ? { address: addressIn(fields) } : {}),
  });
  const given = taxIdIn(fields);
  const known = taxIdsOf(context, customer.id);
  if (!allows('tax_id') || known.some(({ type, value }) => type === given?.type && value === given.value)) return;
  for (const { id } of known) removeTaxId(context, customer.id, id);
  if (given) addTaxId(context, customer.id, given.type, given.value);
}

/** The customer portal. */
export function createPortalRoutes(account: StripeAccount): Hono {
  const app = new Hono();
  const view = async (c: HonoContext, make: (context: Context, portal: Portal) => Markup, status: 200 | 400 = 200) =>
    account.run(null, (context) => {
      const portal = openPortal(context, c.req.param('token') ?? '');
      allowFormsTo(c, portal.session.return_url);
      return c.html(make(context, portal), status);
    });
  /** Does the work and redirects. If it's refused, the page that asked for it shows why. */
  const act = async (
    c: HonoContext,
    work: (context: Context, portal: Portal) => void,
    again: (context: Context, portal: Portal, problem: string) => Markup,
  ) => {
    try {
      const token = c.req.param('token') ?? '';
      await account.run(null, (context) => work(context, openPortal(context, token)));
      return c.redirect(`/portal/${token}`, 303);
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      return view(c, (context, portal) => again(context, portal, error.message), 400);
    }
  };

  app.get('/portal/:token', (c) =>
    view(c, (context, portal) => (portal.session.flow ? cardPage(portal, null) : portalPage(context, portal, null))),
  );
  app.get('/portal/:token/card', (c) => view(c, (_, portal) => cardPage(portal, null)));
  app.post('/portal/:token/card', async (c) => {
    const fields = await readFields(c);
    const token = c.req.param('token');
    let next = `/portal/${token}`;
    const filed = await orRefused(
      account.run(null, (context) => {
        const { customer, session } = openPortal(context, token);
        next = session.flow?.after_completion.redirect?.return_url ?? next;
        return putCardOnFile(context, customer.id, {
          card: cardIn(fields, context.time),
          approval: approvalIn(fields),
        });
      }),
    );
    if (filed.kind === 'refused') return view(c, (_, portal) => cardPage(portal, filed.message), 400);
    if (filed.kind === 'approve') {
      const hidden = { method: filed.method };
      const body = approvalForm({
        action: `/portal/${token}/card`,
        hidden,
        what: 'future charges to this card',
      });
      return view(c, () => layout({ title: 'Confirm with your bank', body }));
    }
    return c.redirect(next, 303);
  });
  app.get('/portal/:token/cancel', (c) =>
    view(c, (context, portal) =>
      portal.subscription ? cancelPage(portal, portal.subscription) : portalPage(context, portal, null),
    ),
  );
  for (const [step, isEnding] of [
    ['cancel', true],
    ['resume', false],
  ] as const)
    app.post(`/portal/:token/${step}`, (c) =>
      act(
        c,
        (context, { subscription }) => {
          if (subscription) applyUpdate(context, subscription.id, { cancel_at_period_end: isEnding });
        },
        portalPage,
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
