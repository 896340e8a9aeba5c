import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** The server's time, to the second until `endsAt` and then still: what was promised until then is over from then on. */
export function useServerNow(endsAt: string | null, offsetMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);
  const isRunning = endsAt !== null && nowMs + offsetMs < new Date(endsAt).getTime();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs + offsetMs;
}
