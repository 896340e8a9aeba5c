import { onlineManager } from '@tanstack/react-query';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
const PROBE_MS = 8_000;

type Options = {
  /** What the browser believes. It can be wrong in both directions, but never when it says no. */
  hasNetwork: () => boolean;
  /** Asks the server for a sign of life. */
  probe: () => Promise<boolean>;
  onChange: (isOnline: boolean) => void;
};

/** Knows whether the server can be reached: from the browser's own word, and by asking after a request got no answer. */
export function createConnection({ hasNetwork, probe, onChange }: Options) {
  let isProbing = false;
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = async (): Promise<void> => {
    if (isProbing) return;
    clearTimeout(timer);
    isProbing = true;
    const isReached = hasNetwork() && (await probe());
    isProbing = false;
    onChange(isReached);
    if (isReached) {
      pauseMs = FIRST_PAUSE_MS;
      return;
    }
    timer = setTimeout(() => void check(), pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  };

  return {
    /** Something speaks for a change: a request without an answer, a network that came back, a page that is shown again. */
    check: () => void check(),
    /** The browser says that there is no network. */
    lose: () => onChange(false),
    stop: () => clearTimeout(timer),
  };
}

/** The connection of this page. Its word goes to TanStack's `onlineManager`, which everything else asks. */
export const connection = createConnection({
  hasNetwork: () => navigator.onLine,
  probe: () =>
    fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
      (response) => response.ok,
      () => false,
    ),
  onChange: (isOnline) => onlineManager.setOnline(isOnline),
});

if (typeof window !== 'undefined') {
  onlineManager.setEventListener(() => {
    window.addEventListener('online', connection.check);
    window.addEventListener('offline', connection.lose);
    return () => {
      window.removeEventListener('online', connection.check);
      window.removeEventListener('offline', connection.lose);
    };
  });
  if (!navigator.onLine) connection.lose();
}

/** `fetch` that asks whether the server is still there when a call gets no answer from it. */
export async function watchedFetch(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    // A proxy in front of us answers these when nobody stands behind it.
    if (response.status === 502 || response.status === 504) connection.check();
    return response;
  } catch (error) {
    if (init?.signal?.aborted !== true) connection.check();
    throw error;
  }
}
