import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { createPageCacheShortcut } from './page-cache-shortcut.ts';
import { createPageCache } from './page-cache.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';

const OPTIONS = { isHttps: true };
let close: (() => Promise<unknown>) | undefined;
afterEach(() => close?.());

async function site() {
  let asked = 0;
  const cache = createPageCache({
    policy: (inline) => contentSecurityPolicy(inline, OPTIONS),
    readsQuery: (_path, query) => query.startsWith('q='),
  });
  const app = new Hono().use(securityHeaders(OPTIONS)).get('/', (c) => {
    asked += 1;
    const draw = async () => new Response('<script>start()</script>'.repeat(50));
    return cache.answer(c.req.raw, { path: '/', variant: 'guest', draw });
  });
  const answerFromCache = createPageCacheShortcut({ findReady: cache.finderFor('guest'), isHttps: true });
  const answer = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    if (!answerFromCache(request, response)) void answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => new Promise((resolve) => server.close(resolve));
  const { port } = server.address() as AddressInfo; // reason: it listens on TCP
  const get = async (headers: Record<string, string> = {}, path = '/', method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { connection: 'close', ...headers },
    });
    const shown = [...response.headers].filter(([name]) => !['date', 'keep-alive', 'connection'].includes(name));
    return { status: response.status, headers: Object.fromEntries(shown), text: await response.text() };
  };
  return { get, asked: () => asked };
}

describe('the shortcut in front of the app', () => {
  test.each(['br', 'gzip', 'identity'])('answers byte for byte like the app (%s)', async (encoding) => {
    const { get, asked } = await site();
    const byTheApp = await get({ 'accept-encoding': encoding });
    const atTheDesk = await get({ 'accept-encoding': encoding });
    expect(asked()).toBe(1);
    expect(atTheDesk).toEqual(byTheApp);
    expect(byTheApp.headers['strict-transport-security']).toContain('max-age');
  });

  test('sends nothing the browser already has', async () => {
    const { get } = await site();
    const { headers } = await get();
    const again = await get({ 'if-none-match': headers['etag'] ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('serves the same page whatever query parameters it ignores', async () => {
    const { get, asked } = await site();
    const page = await get();
    expect(await get({}, '/?utm_source=mail')).toEqual(page);
    expect(asked()).toBe(1);
  });

  test('leaves requests with cookies, other methods and header-only requests to the app', async () => {
    const { get, asked } = await site();
    await get();
    await get({ cookie: 'theme=dark' });
    expect(asked()).toBe(2);
    expect((await get({}, '/?q=1')).status).toBe(200);
    await get({}, '/', 'HEAD');
    expect(asked()).toBe(4);
    expect((await get({}, '/elsewhere')).status).toBe(404);
  });
});
