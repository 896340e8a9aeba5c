import { Hono } from 'hono';
import { inTime } from '#server/lib/concurrency/in-time.ts';

/** A database that takes longer than this counts as unavailable, in milliseconds. */
const SLOW_MS = 3_000;

/**
 * /health/live: the process runs. /health/ready: it may receive traffic, and fails during shutdown so that a load balancer stops sending
 * requests first. It also names queues whose jobs don't begin.
 */
export function healthRoutes(
  { ping, listStuckQueues }: { ping: () => Promise<void>; listStuckQueues: () => Promise<string[]> },
  isStopping: () => boolean,
): Hono {
  const app = new Hono();
  app.get('/live', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503);
    try {
      await inTime(ping, SLOW_MS);
      // Taking processes out of service would help no queue, so this is information only.
      const stuckQueues = await inTime(listStuckQueues, SLOW_MS).catch(() => []);
      return c.json(stuckQueues.length > 0 ? { status: 'ok', stuckQueues } : { status: 'ok' });
    } catch {
      return c.json({ status: 'database unavailable' }, 503);
    }
  });
  return app;
}
