import { useEffect, useState } from 'react';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { leaveForSignIn } from '#src/api/leave-for-sign-in.ts';
import type { ServerEnd } from './use-server-now.ts';

type Offer = { state: 'none' | 'loading' | 'failed' } | ({ state: 'shown' } & ServerEnd);

/** Undefined where the page is left for the sign-in. */
async function readOffer(): Promise<Offer | undefined> {
  try {
    const api = await loadApi();
    const askedAt = Date.now();
    const { endsAt, now } = await api.billing.showOffer.mutate();
    // The server said so in the middle of the way there and back.
    const heardAtMs = Date.now();
    const offsetMs = new Date(now).getTime() - (askedAt + heardAtMs) / 2;
    return { state: 'shown', endsAt, offsetMs, heardAtMs };
  } catch (error) {
    const { lacks } = await lazyFailure(error);
    return leaveForSignIn(lacks) ? undefined : { state: 'failed' };
  }
}

/** The urgent offer. The server says until when it holds, from the first time on; a reload changes nothing (spec §4). */
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
