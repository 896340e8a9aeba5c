import { useEffect, useState } from 'react';
import { loadApi, type Api } from '#src/api/lazy/lazy-api.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { leaveForSignIn } from '#src/api/leave-for-sign-in.ts';
import type { ServerEnd } from './use-server-now.ts';

type Offer = { state: 'none' | 'loading' | 'failed' } | ({ state: 'shown' } & ServerEnd);

type ShowOffer = { billing: { showOffer: Pick<Api['billing']['showOffer'], 'mutate'> } };
type Shown = Awaited<ReturnType<Api['billing']['showOffer']['mutate']>>;

/**
 * A plain fetch: this one call isn't worth loading the API client, a fifth of the page. Anything but a plain success is
 * retried through the client, which handles sessions and failures. Safe to retry: the server starts an offer only once.
 */
export async function showOffer(load: () => Promise<ShowOffer> = loadApi): Promise<Shown> {
  try {
    const answer = await fetch('/trpc/billing.showOffer', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    if (answer.ok) {
      const { result } = (await answer.json()) as { result: { data: Shown } }; // reason: the wire format of a call that succeeded
      return result.data;
    }
  } catch {
    // No connection, or an answer that isn't the server's, such as a hotel's sign-in page.
  }
  return (await load()).billing.showOffer.mutate();
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
