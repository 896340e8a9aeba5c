import { Hono } from 'hono';
import type { Desk } from '../desk.ts';
import { setSwitches, type Context } from '../state/context.ts';
import { advanceClock } from '../time/clocks.ts';
import { stripeFaultOf } from '../wire/faults.ts';
import { StripeProblem } from '../wire/stripe-problem.ts';
import { accountPage, AFTER_LAST_RETRY, nextTurn, WEBHOOK_MANNERS } from './account-page.ts';
import { readFields } from './forms.ts';

const STEP_SECONDS = new Map(Object.entries({ hour: 3_600, day: 86_400, week: 7 * 86_400, month: 31 * 86_400 }));

function targetOf(context: Context, clock: string | null, step: string): number | null {
  const now = clock === null ? context.time : context.store.find('testClocks', clock)?.frozen_time;
  if (now === undefined) return null;
  if (/^\d{9,11}$/.test(step)) return Number(step);
  const seconds = STEP_SECONDS.get(step);
  return seconds === undefined ? nextTurn(context, clock) : now + seconds;
}

/** The account's page, and the same switches for scripts. */
export function createAccountRoutes(desk: Desk): Hono {
  const app = new Hono();
  app.get('/stripe', async (c) => c.html(await desk.run(null, accountPage)));
  // A CLOCK_URL: a product that asks here moves along when this account's time is moved.
  app.get('/clock', (c) => c.text(desk.now().toISOString()));
  app.post('/stripe/clock', async (c) => {
    const { clock = '', step = '' } = await readFields(c);
    const target = await desk.run(null, (context) => targetOf(context, clock || null, step));
    if (target === null) throw new StripeProblem('There is nothing to move to.', { status: 404 });
    if (clock === '') await desk.moveTo(target);
    else await desk.run(null, (context) => advanceClock(context, clock, target));
    return c.redirect('/stripe', 303);
  });
  app.post('/stripe/switches', async (c) => {
    const fields = await readFields(c);
    const webhooks = WEBHOOK_MANNERS.find((one) => one === fields.webhooks);
    const afterLastRetry = AFTER_LAST_RETRY.find((one) => one === fields.after_last_retry);
    const fault = fields.fault === undefined ? undefined : stripeFaultOf(fields.fault);
    await desk.run(null, ({ store }) =>
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
