import { useEffect, useState } from 'react';
import { loadApi, type Api } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { leaveForSignIn } from '#src/api/leave-for-sign-in.ts';
import type { ServerEnd } from './use-server-now.ts';

type Offer = { state: 'none' | 'loading' | 'failed' } | ({ state: 'shown' } & ServerEnd);

type Shown = Awaited<ReturnType<Api['billing']['showOffer']['mutate']>>;

/**
 * The call that a page makes on its own isn't worth the API's client, a fifth of the page. What isn't a plain answer is
 * asked for again through the client, which knows about sessions and failures. The server shows an offer only once.
 */
async function showOffer(): Promise<Shown> {
  const answer = await fetch('/trpc/billing.showOffer', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  }).catch(() => null);
  if (!answer?.ok) return (await loadApi()).billing.showOffer.mutate();
  const { result } = (await answer.json()) as { result: { data: Shown } }; // reason: the wire format of a call that succeeded
  return result.data;
}

/** Undefined if the page is being left for the sign-in. */
async function readOffer(): Promise<Offer | undefined> {
  try {
    const askedAt = Date.now();
    const { endsAt, now } = await showOffer();
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
