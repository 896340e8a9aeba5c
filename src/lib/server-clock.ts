type Ask = (url: string, init: RequestInit) => Promise<{ headers: Headers }>;

/** The Date header counts whole seconds; on the average the server is half of one further. */
const HALF_SECOND_MS = 500;

/** How far the server's clock is ahead of this browser's, in milliseconds. Zero where it does not say. */
export async function readClockOffsetMs(ask: Ask = fetch, now: () => number = Date.now): Promise<number> {
  try {
    const askedAt = now();
    const { headers } = await ask('/health/live', { cache: 'no-store' });
    const serverAt = Date.parse(headers.get('date') ?? '') + HALF_SECOND_MS;
    return Number.isNaN(serverAt) ? 0 : Math.round(serverAt - (askedAt + now()) / 2);
  } catch {
    return 0;
  }
}
