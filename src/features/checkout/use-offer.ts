import { useCallback, useEffect, useState } from 'react';
import { loadApi } from '#src/lib/late-api.ts';
import { leaveWhenSignedOut } from '#src/lib/leave-when-signed-out.ts';
import { readClockOffsetMs } from '#src/lib/server-clock.ts';

type Offer =
  | { state: 'none' | 'loading' | 'failed' }
  /** `offsetMs` is how far the server's clock is ahead of this browser's. */
  | { state: 'shown'; endsAt: string; offsetMs: number };

/** The urgent offer. The server says until when it holds, from the first time on; a reload changes nothing (spec §4). */
export function useOffer(isWanted: boolean): { offer: Offer; retry: () => void } {
  const [offer, setOffer] = useState<Offer>({ state: 'loading' });
  const show = useCallback(async () => {
    try {
      const api = await loadApi();
      const [{ endsAt }, offsetMs] = await Promise.all([api.billing.showOffer.mutate(), readClockOffsetMs()]);
      setOffer({ state: 'shown', endsAt, offsetMs });
    } catch (error) {
      if (!leaveWhenSignedOut(error)) setOffer({ state: 'failed' });
    }
  }, []);
  useEffect(() => {
    if (isWanted) void show();
  }, [isWanted, show]);
  const retry = () => {
    setOffer({ state: 'loading' });
    void show();
  };
  return { offer: isWanted ? offer : { state: 'none' }, retry };
}
