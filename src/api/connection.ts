import { onlineManager } from '@tanstack/react-query';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
const PROBE_MS = 8_000;
/** What the server says when it stops: until then it still answers. */
const STOPPING = '"stopping"';

type Options = {
  /** What the browser reports. `true` may be wrong, `false` never is. */
  hasNetwork: () => boolean;
  /** Pings the server. */
  probe: () => Promise<boolean>;
  onChange: (isOnline: boolean) => void;
};

/** Tracks whether the server and its data can be reached: from the browser's own report, and with a ping after a request went unanswered. */
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
    /** Something suggests a change: a request went unanswered, the network came back, or the page is visible again. */
    check: () => void check(),
    /** The browser reports that it is offline. */
    lose: () => onChange(false),
    stop: () => clearTimeout(timer),
  };
}

/** The connection of this page. It drives TanStack's `onlineManager`, which everything else reads. */
export const connection = createConnection({
  hasNetwork: () => navigator.onLine,
  probe: () =>
    fetch('/health/ready', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
      async (response) => response.ok || (await response.text()).includes(STOPPING),
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

const UNREACHED = new Set([502, 503, 504]);

/** A `fetch` that checks the connection when a call goes unanswered. */
export async function watchedFetch(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    // A proxy answers like this when no server is behind it, and a server when its database is not.
    if (UNREACHED.has(response.status)) connection.check();
    return response;
  } catch (error) {
    if (init?.signal?.aborted !== true) connection.check();
    throw error;
  }
}
