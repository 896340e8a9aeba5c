import { useEffect, useState } from 'react';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { leaveForSignIn } from '#src/api/leave-for-sign-in.ts';
import type { ServerEnd } from './use-server-now.ts';

type Offer = { state: 'none' | 'loading' | 'failed' } | ({ state: 'shown' } & ServerEnd);

/** Undefined if the page is being left for the sign-in. */
async function readOffer(): Promise<Offer | undefined> {
  try {
    const api = await loadApi();
    const askedAt = Date.now();
    const { endsAt, now } = await api.billing.showOffer.mutate();
    // Assume the server answered in the middle of the round trip.
    const receivedAtMs = Date.now();
    const offsetMs = new Date(now).getTime() - (askedAt + receivedAtMs) / 2;
    return { state: 'shown', endsAt, offsetMs, receivedAtMs };
  } catch (error) {
    const { missingStep } = await lazyFailure(error);
    return leaveForSignIn(missingStep) ? undefined : { state: 'failed' };
  }
}

/** The urgent offer. The server says when it ends, counted from its first showing; a reload changes nothing (DISCOUNT-5). */
export function useOffer(isWanted: boolean): { offer: Offer; retry: () => void } {
  const [offer, setOffer] = useState<Offer>({ state: 'loading' });
  useEffect(() => {
    if (isWanted) void readOffer().then((read) => read && setOffer(read));
  }, [isWanted]);
  const retry = () => {
    setOffer({ state: 'loading' });
    void readOffer().then((read) => read && setOffer(read));
  };
  return { offer: isWanted ? offer : { state: 'none' }, retry };
}
