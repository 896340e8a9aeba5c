import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** An end, and how far the server's clock is ahead of this browser's, measured at `receivedAtMs` on the latter. */
export type ServerEnd = { endsAt: string; offsetMs: number; receivedAtMs: number };

/** The server's time, to the second until `end` and then frozen: an offer that lasted until then stays over. */
export function useServerNow(end: ServerEnd | null): number {
  const [tickMs, setTickMs] = useState(Date.now);
  // The first tick is a second away, and the page may have been open for long before.
  const nowMs = Math.max(tickMs, end?.receivedAtMs ?? 0) + (end?.offsetMs ?? 0);
  const isRunning = end !== null && nowMs < new Date(end.endsAt).getTime();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTickMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
