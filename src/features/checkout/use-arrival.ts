import { useCallback, useEffect, useRef, useState } from 'react';
import type { inferRouterOutputs } from '@trpc/server';
import { errorText } from '#src/lib/app-error.ts';
import { loadApi } from '#src/lib/late-api.ts';
import { leaveWhenSignedOut } from '#src/lib/leave-when-signed-out.ts';
import type { AppRouter } from '#src/lib/trpc.ts';

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

/** Reads the subscription again on load, a few times while it is on its way (spec §2 "/success"). */
export function useArrival(sessionId: string | undefined): { arrival: Arrival; retry: () => void } {
  const [arrival, setArrival] = useState<Arrival>({ state: 'confirming' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = useCallback(
    async (triesLeft: number) => {
      try {
        const api = await loadApi();
        const purchase = sessionId === undefined ? null : await api.billing.purchase.query({ sessionId });
        const subscription = await api.billing.refresh.mutate();
        const state = stateOf(subscription, purchase);
        if (state === 'late' && triesLeft > 1) timer.current = setTimeout(() => void look(triesLeft - 1), PAUSE_MS);
        else setArrival({ state, subscription, purchase });
      } catch (error) {
        if (!leaveWhenSignedOut(error)) setArrival({ state: 'failed', text: errorText(error) });
      }
    },
    [sessionId],
  );
  useEffect(() => {
    void look(TRIES);
    return () => clearTimeout(timer.current);
  }, [look]);
  const retry = () => {
    setArrival({ state: 'confirming' });
    void look(TRIES);
  };
  return { arrival, retry };
}
