import { Hono } from 'hono';
import type { Release } from '#server/lib/release.ts';
import type { Readiness } from '#server/modules/readiness/readiness.service.ts';

type Dependencies = {
  readiness: { read: () => Promise<Readiness> };
  release: Release | null;
  isStopping: () => boolean;
};

/**
 * /health/live: the process runs. /health/ready: it may receive traffic, and fails during shutdown so that a load
 * balancer stops sending requests first. It also names what an operator should look at. Both are public, so they say
 * nothing about people or addresses.
 */
export function healthRoutes({ readiness, release, isStopping }: Dependencies): Hono {
  const app = new Hono();
  app.get('/live', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    if (isStopping()) return c.json({ status: 'stopping' }, 503);
    const { isReady, ...found } = await readiness.read();
    return c.json({ ...found, ...release }, isReady ? 200 : 503);
  });
  return app;
}
