import type { Log } from '#server/lib/log.ts';
import type { Context } from './state/context.ts';
import { setSwitches, switchesOf } from './state/context.ts';
import type { Store } from './state/store.ts';
import { nextDueAt, runDue } from './time/due.ts';
import { createWebhookDelivery } from './webhooks/webhook-delivery.ts';

const TICK_MS = 1_000;

export type StripeAccount = {
  store: Store;
  /** The account's time: the system's, plus whatever it was moved ahead. */
  now: () => Date;
  /** Moves the account's time. */
  moveTo: (seconds: number) => Promise<void>;
  /** Does what is due, then the work: all of it or, if it throws, nothing. Resolves when it is on disk. */
  run: <T>(request: Context['request'], work: (context: Context) => T) => Promise<T>;
  close: () => Promise<void>;
};

/** The one place that changes the account's rows, for requests, pages and the clock alike. */
export function createStripeAccount(options: {
  store: Store;
  log: Log;
  now: () => Date;
  pagesUrl: () => string;
  random: () => number;
}): StripeAccount {
  const { store, log, pagesUrl, random } = options;
  const webhooks = createWebhookDelivery({ store, log, random });
  const now = () => new Date(options.now().getTime() + switchesOf(store).aheadSeconds * 1_000);
  const contextOf = (request: Context['request']): Context => ({
    store,
    time: Math.floor(now().getTime() / 1_000),
    pagesUrl: pagesUrl(),
    request,
  });
  const settle = async () => {
    await store.commit();
    webhooks.deliverDue();
  };
  /** Nothing falls due before then, unless something changes. Most requests only read and can skip the check. */
  let quiet = { version: -1, until: -Infinity };
  const catchUp = () => {
    const context = contextOf(null);
    if (quiet.version === store.version() && context.time < quiet.until) return;
    try {
      store.atomically(() => runDue(context));
    } catch (error) {
      // One failing item must not block everything else.
      log.error({ err: error }, 'sandbox: what is due failed');
    }
    quiet = { version: store.version(), until: nextDueAt(context) };
  };
  const tick = setInterval(() => {
    catchUp();
    settle().catch((error: unknown) => log.error({ err: error }, 'sandbox: stripe state'));
  }, TICK_MS);
  tick.unref();
  return {
    store,
    now,
    run: async (request, work) => {
      catchUp();
      try {
        return store.atomically(() => work(contextOf(request)));
      } finally {
        await settle();
      }
    },
    moveTo: async (seconds) => {
      const ahead = seconds - Math.floor(now().getTime() / 1_000);
      if (ahead > 0) setSwitches(store, { aheadSeconds: switchesOf(store).aheadSeconds + ahead });
      catchUp();
      await settle();
    },
    close: async () => {
      clearInterval(tick);
      await webhooks.close();
      await store.commit();
    },
  };
}
