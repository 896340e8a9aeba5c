import { useEffect, useRef, useState } from 'react';
import type { inferRouterOutputs } from '@trpc/server';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { leaveForSignIn } from '#src/api/leave-for-sign-in.ts';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>['billing'];
export type Subscription = Outputs['refresh'];
export type Purchase = Outputs['purchase'];

/** `late`: polled a few times, and the plan still hasn't arrived. */
export type Arrival =
  | { state: 'confirming' }
  | { state: 'confirmed' | 'late' | 'none'; subscription: Subscription; purchase: Purchase | null }
  | { state: 'failed'; text: string };

const PAUSE_MS = 2_000;
const TRIES = 6;

/** Don't wait if nothing was bought by this person. */
function stateOf(subscription: Subscription, purchase: Purchase | null): 'confirmed' | 'late' | 'none' {
  if (subscription.current !== null) return 'confirmed';
  return purchase?.state === 'yours' ? 'late' : 'none';
}

async function readArrival(sessionId: string | undefined): Promise<Arrival | undefined> {
  try {
    const api = await loadApi();
    const purchase = sessionId === undefined ? null : await api.billing.purchase.query({ sessionId });
    const subscription = await api.billing.refresh.mutate();
    return { state: stateOf(subscription, purchase), subscription, purchase };
  } catch (error) {
    const { missingStep, text } = await lazyFailure(error);
    // The page is being left for the sign-in.
    return leaveForSignIn(missingStep) ? undefined : { state: 'failed', text };
  }
}

/** Polls a few times while the plan is on its way. Returns the stop function. */
function pollArrival(sessionId: string | undefined, onArrival: (arrival: Arrival) => void): () => void {
  let isWanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function poll(triesLeft: number) {
    const arrival = await readArrival(sessionId);
    if (!isWanted || arrival === undefined) return;
    if (arrival.state === 'late' && triesLeft > 1) timer = setTimeout(() => void poll(triesLeft - 1), PAUSE_MS);
    else onArrival(arrival);
  }
  void poll(TRIES);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

/** Re-reads the subscription on load, and a few more times while it is still on its way (CHECKOUT-7). */
export function useArrival(sessionId: string | undefined): { arrival: Arrival; retry: () => void } {
  const [arrival, setArrival] = useState<Arrival>({ state: 'confirming' });
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    stop.current = pollArrival(sessionId, setArrival);
    return () => stop.current?.();
  }, [sessionId]);
  const retry = () => {
    stop.current?.();
    setArrival({ state: 'confirming' });
    stop.current = pollArrival(sessionId, setArrival);
  };
  return { arrival, retry };
}
