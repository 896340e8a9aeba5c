import type { Log } from '#server/lib/log.ts';
import type { Context } from './state/context.ts';
import { setSwitches, switchesOf } from './state/context.ts';
import type { Store } from './state/store.ts';
import { finishAdvances } from './time/clocks.ts';
import { nextDueAt, runDue } from './time/due.ts';
import { createCourier } from './webhooks/deliver.ts';

const TICK_MS = 1_000;

export type Desk = {
  store: Store;
  /** The account's time: the system's, and as far ahead as somebody moved it. */
  now: () => Date;
  /** Moves the account's time, and with it everybody who is in no test clock. */
  moveTo: (seconds: number) => Promise<void>;
  /** Does what is due, then the work: all of it or, when it throws, nothing. Resolves when it is on disk. */
  run: <T>(request: Context['request'], work: (context: Context) => T) => Promise<T>;
  close: () => Promise<void>;
};

/** The one place where work is done on the account's rows, for requests, pages and time alike. */
export function createDesk(options: {
  store: Store;
  log: Log;
  now: () => Date;
  pagesUrl: () => string;
  random: () => number;
}): Desk {
  const { store, log, pagesUrl, random } = options;
  const courier = createCourier({ store, log, random });
  let advancing: NodeJS.Immediate | null = null;
  const now = () => new Date(options.now().getTime() + switchesOf(store).aheadSeconds * 1_000);
  const contextOf = (request: Context['request']): Context => ({
    store,
    time: Math.floor(now().getTime() / 1_000),
    pagesUrl: pagesUrl(),
    request,
  });
  const settle = async () => {
    await store.commit();
    courier.wake();
    // Like Stripe's, a test clock moves after the request that asked for it was answered.
    if (advancing === null && store.list('testClocks').some((clock) => clock.status === 'advancing'))
      advancing = setImmediate(advance);
  };
  const advance = () => {
    advancing = null;
    try {
      store.atomically(() => finishAdvances(contextOf(null)));
    } catch (error) {
      log.error({ err: error }, 'sandbox: a test clock cannot be advanced');
      for (const clock of store.list('testClocks'))
        if (clock.status === 'advancing') store.patch('testClocks', clock.id, { status: 'internal_failure' });
    }
    settle().catch((error: unknown) => log.error({ err: error }, 'sandbox: stripe state'));
  };
  /** Until then nothing falls due, as long as nothing changes. Most requests only read, and need not look. */
  let quiet = { version: -1, until: -Infinity };
  const catchUp = () => {
    const context = contextOf(null);
    if (quiet.version === store.version() && context.time < quiet.until) return;
    try {
      store.atomically(() => runDue(context, null, context.time));
    } catch (error) {
      // One thing that cannot be done must not keep people from everything else.
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
      if (advancing) clearImmediate(advancing);
      await courier.close();
      await store.commit();
    },
  };
}
