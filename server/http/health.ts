import { Hono } from 'hono';

/** /health/live: the process runs. /health/ready: it may get traffic; says no while it stops, so that a balancer turns away first. */
export function healthRoutes(ping: () => Promise<void>, isStopping: () => boolean): Hono {
  const app = new Hono();
  app.get('/live', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503);
    try {
      await Promise.race([
        ping(),
        new Promise((_, reject) =>
          AbortSignal.timeout(3_000).addEventListener('abort', () => reject(new Error('slow database'))),
        ),
      ]);
      return c.json({ status: 'ok' });
    } catch {
      return c.json({ status: 'database unavailable' }, 503);
    }
  });
  return app;
}
