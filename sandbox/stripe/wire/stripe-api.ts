import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Log } from '#server/lib/log.ts';
import type { StripeAccount } from '../stripe-account.ts';
import { setSwitches, switchesOf } from '../state/context.ts';
import { newId } from '../state/ids.ts';
import { STRIPE_VERSION } from '../webhooks/announce.ts';
import { createAnswerer, type Answered } from './answer.ts';
import type { Includable } from './expand.ts';
import { problemOfFault, stripeFaultIn, stripeFaultOf, type StripeFault } from './faults.ts';
import type { Route } from './route.ts';
import { StripeProblem } from './stripe-problem.ts';

const BODY_MAX_BYTES = 1_000_000;
const REMEMBERED_MAX = 1_000;

type Env = { Bindings: HttpBindings };

/** The fault that the request's own text, or the switch, asks for. */
function nextFault(account: StripeAccount, raw: string): StripeFault | null {
  const written = stripeFaultIn(raw);
  if (written) return written;
  const { fault, faultsLeft } = switchesOf(account.store);
  if (fault === null || faultsLeft <= 0) return null;
  setSwitches(account.store, { faultsLeft: faultsLeft - 1, ...(faultsLeft === 1 ? { fault: null } : {}) });
  return stripeFaultOf(fault);
}

/** Remembers which requests were refused, so that a retry succeeds. */
function createOnce() {
  const seen = new Set<string>();
  return (request: string): boolean => {
    if (seen.delete(request)) return false;
    if (seen.size >= REMEMBERED_MAX) seen.clear();
    seen.add(request);
    return true;
  };
}

function hangUp(c: HonoContext<Env>): Response {
  c.env.outgoing.destroy();
  return c.body(null);
}

/** Stripe's API below `/v1`, as far as docs/sandbox.md describes it. */
export function createStripeApi(options: {
  account: StripeAccount;
  routes: Route[];
  includable: Includable;
  log: Log;
}): Hono<Env> {
  const { account, log } = options;
  const answer = createAnswerer(options);
  const isFirst = createOnce();
  const app = new Hono<Env>();
  app.use(bodyLimit({ maxSize: BODY_MAX_BYTES, onError: (c) => c.text('', 413, { connection: 'close' }) }));
  app.all('*', async (c) => {
    const requestId = newId('req', 14);
    const idempotencyKey = c.req.header('idempotency-key');
    const respond = ({ status, body, isReplayed, requestId: original }: Answered) =>
      new Response(body, {
        status,
        headers: {
          'content-type': 'application/json',
          'request-id': requestId,
          'stripe-version': STRIPE_VERSION,
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
          ...(isReplayed ? { 'idempotent-replayed': 'true', 'original-request': original } : {}),
        },
      });
    const refuse = (problem: StripeProblem) =>
      respond({ status: problem.status, body: JSON.stringify(problem.body, null, 2), requestId, isReplayed: false });
    const { pathname, search } = new URL(c.req.url);
    const raw = [search.slice(1), await c.req.text()].filter(Boolean).join('&');
    const fault = nextFault(account, raw);
    const request = `${fault} ${c.req.method} ${pathname} ${idempotencyKey ?? ''} ${raw}`;
    if (fault === 'hangup') return hangUp(c);
    if (fault === 'html') return c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502);
    if (fault === 'silence')
      return new Promise<Response>((resolve) => {
        c.req.raw.signal.addEventListener('abort', () => resolve(hangUp(c)));
      });
    const problem = fault && problemOfFault(fault);
    if (problem && (!fault.endsWith('-once') || isFirst(request))) return refuse(problem);
    try {
      const answered = await answer({
        method: c.req.method,
        path: pathname,
        raw,
        requestId,
        authorization: c.req.header('authorization'),
        version: c.req.header('stripe-version'),
        idempotencyKey,
      });
      // The work is done but the answer is lost: that's what idempotency keys are for.
      if (fault === 'lost' && isFirst(request)) return hangUp(c);
      return respond(answered);
    } catch (error) {
      if (error instanceof StripeProblem) return refuse(error);
      log.error({ err: error }, 'sandbox: stripe');
      return refuse(
        new StripeProblem('The sandbox itself failed. Check its log for details.', { status: 500, type: 'api_error' }),
      );
    }
  });
  return app;
}
