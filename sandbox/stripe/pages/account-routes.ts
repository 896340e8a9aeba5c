import { Hono } from 'hono';
import type { StripeAccount } from '../stripe-account.ts';
import { setSwitches, type Context } from '../state/context.ts';
import { stripeFaultOf } from '../wire/faults.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { accountPage, AFTER_LAST_RETRY, nextTurn, WEBHOOK_MODES } from './account-page.ts';
import { readFields } from './forms.ts';

const STEP_SECONDS = new Map(Object.entries({ hour: 3_600, day: 86_400, week: 7 * 86_400, month: 31 * 86_400 }));

function targetOf(context: Context, step: string): number | null {
  if (/^\d{9,11}$/.test(step)) return Number(step);
  const seconds = STEP_SECONDS.get(step);
  return seconds === undefined ? nextTurn(context) : context.time + seconds;
}

/** The account page. Scripts can post to the same switches. */
export function createAccountRoutes(account: StripeAccount): Hono {
  const app = new Hono();
  app.get('/stripe', async (c) => c.html(await account.run(null, accountPage)));
  // For CLOCK_URL: a product that reads its time here follows when this account's clock is moved.
  app.get('/clock', (c) => c.text(account.now().toISOString()));
  app.post('/stripe/clock', async (c) => {
    const { step = '' } = await readFields(c);
    const target = await account.run(null, (context) => targetOf(context, step));
    if (target === null) throw new StripeProblem('There’s no trial end or renewal to move to.', { status: 404 });
    await account.moveTo(target);
    return c.redirect('/stripe', 303);
  });
  app.post('/stripe/switches', async (c) => {
    const fields = await readFields(c);
    const webhooks = WEBHOOK_MODES.find((one) => one === fields.webhooks);
    const afterLastRetry = AFTER_LAST_RETRY.find((one) => one === fields.after_last_retry);
    const fault = fields.fault === undefined ? undefined : stripeFaultOf(fields.fault);
    await account.run(null, ({ store }) =>
      setSwitches(store, {
        ...(webhooks ? { webhooks } : {}),
        ...(afterLastRetry ? { afterLastRetry } : {}),
        ...(fault === undefined ? {} : { fault, faultsLeft: fault === null ? 0 : Number(fields.faults ?? 1) || 1 }),
      }),
    );
    return c.redirect('/stripe', 303);
  });
  return app;
}
