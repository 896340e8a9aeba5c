import { useEffect, useRef, useState } from 'react';
import type { inferRouterOutputs } from '@trpc/server';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { leaveForSignIn } from '#src/api/leave-for-sign-in.ts';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>['billing'];
export type Subscription = Outputs['refresh'];
export type Purchase = Outputs['purchase'];

/** `late`: asked a few times, and the plan is still not there. */
export type Arrival =
  | { state: 'confirming' }
  | { state: 'confirmed' | 'late' | 'none'; subscription: Subscription; purchase: Purchase | null }
  | { state: 'failed'; text: string };

const PAUSE_MS = 2_000;
const TRIES = 6;

/** Nothing to wait for where nothing of this person's was bought. */
function stateOf(subscription: Subscription, purchase: Purchase | null): 'confirmed' | 'late' | 'none' {
  if (subscription.current !== null) return 'confirmed';
  return purchase?.state === 'yours' ? 'late' : 'none';
}

async function lookOnce(sessionId: string | undefined): Promise<Arrival | undefined> {
  try {
    const api = await loadApi();
    const purchase = sessionId === undefined ? null : await api.billing.purchase.query({ sessionId });
    const subscription = await api.billing.refresh.mutate();
    return { state: stateOf(subscription, purchase), subscription, purchase };
  } catch (error) {
    const { lacks, text } = await lazyFailure(error);
    // The page is left for the sign-in.
    return leaveForSignIn(lacks) ? undefined : { state: 'failed', text };
  }
}

/** Asks a few times while the plan is on its way. Returns what ends that. */
function keepLooking(sessionId: string | undefined, tell: (arrival: Arrival) => void): () => void {
  let isWanted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function look(triesLeft: number) {
    const seen = await lookOnce(sessionId);
    if (!isWanted || seen === undefined) return;
    if (seen.state === 'late' && triesLeft > 1) timer = setTimeout(() => void look(triesLeft - 1), PAUSE_MS);
    else tell(seen);
  }
  void look(TRIES);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

/** Reads the subscription again on load, a few times while it is on its way (spec §2 "/success"). */
export function useArrival(sessionId: string | undefined): { arrival: Arrival; retry: () => void } {
  const [arrival, setArrival] = useState<Arrival>({ state: 'confirming' });
  const stop = useRef<() => void>(undefined);
  useEffect(() => {
    stop.current = keepLooking(sessionId, setArrival);
    return () => stop.current?.();
  }, [sessionId]);
  const retry = () => {
    stop.current?.();
    setArrival({ state: 'confirming' });
    stop.current = keepLooking(sessionId, setArrival);
  };
  return { arrival, retry };
}
