import { Hono } from 'hono';
import { inTime } from '#server/lib/concurrency/in-time.ts';

/** A database that takes longer than this counts as unavailable, in milliseconds. */
const SLOW_MS = 3_000;
/** Queues in which something should have begun a while ago, and those of jobs that were given up. */
type JobTrouble = { stuckQueues: string[]; deadLetters: string[] };
const NO_TROUBLE: JobTrouble = { stuckQueues: [], deadLetters: [] };

/**
 * /health/live: the process runs. /health/ready: it may receive traffic, and fails during shutdown so that a load balancer stops sending
 * requests first. It also names queues whose jobs don't begin or were given up, or says that no jobs run here (START_JOBS).
 */
export function healthRoutes(
  {
    ping,
    findTrouble,
    startsJobs,
  }: { ping: () => Promise<void>; findTrouble: () => Promise<JobTrouble>; startsJobs: boolean },
  isStopping: () => boolean,
): Hono {
  const app = new Hono();
  app.get('/live', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503);
    try {
      await inTime(ping, SLOW_MS);
      if (!startsJobs) return c.json({ status: 'ok', jobs: 'off' });
      // Taking processes out of service would help no queue, so this is information only.
      const { stuckQueues, deadLetters } = await inTime(findTrouble, SLOW_MS).catch(() => NO_TROUBLE);
      return c.json({
        status: 'ok',
        ...(stuckQueues.length > 0 ? { stuckQueues } : {}),
        ...(deadLetters.length > 0 ? { deadLetters } : {}),
      });
    } catch {
      return c.json({ status: 'database unavailable' }, 503);
    }
  });
  return app;
}
