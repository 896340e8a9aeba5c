import { createHmac } from 'node:crypto';
import type { Log } from '#server/lib/log.ts';
import { switchesOf } from '../state/context.ts';
import type { Store } from '../state/store.ts';
import type { Delivery } from '../state/tables.ts';

const TIMEOUT_MS = 10_000;
/** Milliseconds until the next attempt: doubling from one second to two minutes, about twenty minutes in all. */
const BACKOFF_MS = Array.from({ length: 15 }, (_, attempt) => Math.min(1_000 * 2 ** attempt, 120_000));
const DELAY_MAX_MS = 3_000;
/** How long events are collected before they are sent in another order. */
const SHUFFLE_WINDOW_MS = 250;
/** Stripe sends several at a time, which is one reason why they arrive out of order. */
const AT_ONCE_MAX = 8;

export type WebhookDelivery = {
  /** Sends whatever is due; call it after every commit. */
  deliverDue: () => void;
  close: () => Promise<void>;
};

/** `t=...,v1=...` over the time and the body, as `stripe.webhooks.constructEvent` checks it. */
export function signatureOf(secret: string, body: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** Sends events to the webhook endpoints until each was answered with 2xx or abandoned. It uses the system's clock. */
export function createWebhookDelivery(options: { store: Store; log: Log; random: () => number }): WebhookDelivery {
  const { store, log, random } = options;
  const closing = new AbortController();
  const inFlight = new Map<string, Promise<void>>();
  /** When each delivery is first attempted, if the switch delays it. Lost on a restart, and then it is simply sent. */
  const startsAt = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  const firstMoment = (delivery: Delivery): number => {
    if (delivery.attempts > 0) return delivery.nextAt ?? 0;
    const known = startsAt.get(delivery.id);
    if (known !== undefined) return known;
    const { webhooks } = switchesOf(store);
    const delayMs =
      webhooks === 'delay' ? random() * DELAY_MAX_MS : webhooks === 'shuffle' ? random() * SHUFFLE_WINDOW_MS : 0;
    startsAt.set(delivery.id, Date.now() + delayMs);
    return Date.now() + delayMs;
  };

  const post = async (delivery: Delivery): Promise<string> => {
    const endpoint = store.find('webhookEndpoints', delivery.endpoint);
    const event = store.find('events', delivery.event);
    const secret = store.find('endpointSecrets', delivery.endpoint)?.secret;
    if (!endpoint || !event || !secret) return 'gone';
    const body = JSON.stringify(event, null, 2);
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureOf(secret, body, Math.floor(Date.now() / 1_000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      return error instanceof Error ? error.name : 'error';
    }
  };

  const send = async (delivery: Delivery): Promise<void> => {
    const copies = switchesOf(store).webhooks === 'duplicate' && delivery.attempts === 0 ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => post(delivery)));
    // A sandbox that is shutting down did not receive the answer, so the event is sent again after the next start.
    if (closing.signal.aborted) return;
    const lastAnswer = answers.at(-1) ?? 'error';
    const isDone = lastAnswer === 'gone' || answers.every((answer) => /^2\d\d$/.test(answer));
    const wait = BACKOFF_MS[delivery.attempts];
    const isGivenUp = !isDone && wait === undefined;
    if (isGivenUp) log.warn({ event: delivery.event, lastAnswer }, 'sandbox: webhook given up');
    const event = store.find('events', delivery.event);
    if (event && (isDone || isGivenUp))
      store.put('events', { ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) });
    if (store.find('deliveries', delivery.id))
      store.put('deliveries', {
        ...delivery,
        attempts: delivery.attempts + 1,
        nextAt: isDone || wait === undefined ? null : Date.now() + wait,
        lastAnswer,
      });
    startsAt.delete(delivery.id);
    await store.commit();
  };

  const sendDue = () => {
    timer = null;
    if (closing.signal.aborted || switchesOf(store).webhooks === 'hold') return;
    const waiting = store
      .list('deliveries')
      .filter((delivery) => delivery.nextAt !== null && !inFlight.has(delivery.id))
      .map((delivery) => ({ delivery, at: firstMoment(delivery) }));
    const due = waiting.filter(({ at }) => at <= Date.now()).slice(0, AT_ONCE_MAX - inFlight.size);
    for (const { delivery } of due) {
      const sending = send(delivery)
        .catch((error: unknown) => log.error({ err: error }, 'sandbox: webhook'))
        .finally(() => {
          inFlight.delete(delivery.id);
          deliverDue();
        });
      inFlight.set(delivery.id, sending);
    }
    const next = Math.min(...waiting.filter(({ at }) => at > Date.now()).map(({ at }) => at));
    if (Number.isFinite(next)) sleepUntil(next);
  };
  const sleepUntil = (moment: number) => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(sendDue, Math.max(0, moment - Date.now()));
    timer.unref();
  };
  const deliverDue = () => {
    if (!closing.signal.aborted) sleepUntil(0);
  };
  deliverDue();
  return {
    deliverDue,
    close: async () => {
      closing.abort();
      if (timer) clearTimeout(timer);
      await Promise.all(inFlight.values());
    },
  };
}
