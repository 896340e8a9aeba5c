import type Stripe from 'stripe';
import { z } from 'zod';
import type { Context } from '../state/context.ts';
import { idOf } from '../state/ids.ts';
import type { SessionNote } from '../state/tables.ts';
import { pageOf } from '../wire/page-of.ts';
import { nothing, paging, text } from '../wire/params.ts';
import { route } from '../wire/route.ts';
import { noSuch, StripeProblem } from '../wire/stripe-problem.ts';
import { createSession } from './create-session.ts';
import { expireSession } from './expire.ts';
import { sessionParams } from './session-params.ts';

export function getSession(context: Context, id: string): Stripe.Checkout.Session {
  const session = context.store.find('checkoutSessions', id);
  if (!session) throw noSuch('checkout.session', id);
  return session;
}

export function noteOfSession(context: Context, id: string): SessionNote {
  const note = context.store.find('sessionNotes', id);
  if (!note) throw noSuch('checkout.session', id);
  return note;
}

export const sessionRoutes = [
  route('POST', 'checkout/sessions', sessionParams, createSession),
  route('GET', 'checkout/sessions/:id', nothing, (context, _params, id = '') => getSession(context, id)),
  route('POST', 'checkout/sessions/:id/expire', nothing, (context, _params, id = '') => {
    const session = getSession(context, id);
    if (session.status !== 'open')
      throw new StripeProblem(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    return expireSession(context, session);
  }),
  route(
    'GET',
    'checkout/sessions',
    z.strictObject({
      ...paging,
      customer: text.optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
    }),
    (context, params) => {
      const rows = context.store
        .list('checkoutSessions')
        .filter((session) => params.customer === undefined || idOf(session.customer) === params.customer)
        .filter((session) => params.status === undefined || session.status === params.status);
      return pageOf(rows, params, '/v1/checkout/sessions');
    },
  ),
];
