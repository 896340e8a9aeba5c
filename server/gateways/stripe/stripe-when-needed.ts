import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import type { Log } from '#server/lib/log.ts';
import type { StripeSettings } from './stripe-client.ts';
import type { StripeGateway, StripeOptions } from './stripe.ts';

/** The gateway, whose code is loaded by its first call: the SDK is a megabyte, and startup doesn't wait for it. */
export function createStripeWhenNeeded(settings: StripeSettings, log: Log, options: StripeOptions): StripeGateway {
  const gateway = loadOnce(async () => (await import('./stripe.ts')).createStripeGateway(settings, log, options));
  const callOf =
    (name: keyof StripeGateway) =>
    async (...given: unknown[]): Promise<unknown> => {
      const call = (await gateway())[name] as (...given: unknown[]) => Promise<unknown>; // reason: callers see this call's own type
      return call(...given);
    };
  const none = {} as StripeGateway; // reason: every call is made by `get` below
  return new Proxy(none, { get: (_, name) => callOf(name as keyof StripeGateway) }); // reason: callers know no other names
}
