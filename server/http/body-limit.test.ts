import { Agent, request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { overHttp } from '#tests/support/over-http.ts';
import { createTestApp } from '#tests/support/test-app.ts';

const KIB = 1024;

let server: Awaited<ReturnType<typeof overHttp>>;
let agent: Agent;
beforeAll(async () => {
  server = await overHttp(await createTestApp());
});
afterAll(() => server.close());
beforeEach(() => {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  agent.destroy();
});

type Answer = { status: number | undefined; connection: string | undefined; isOnSameConnection: boolean };
function send(path: string, body?: Buffer, isChunked = false): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = {
    'content-type': 'application/json',
    ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body?.length ?? 0 }),
  };
  const asked = request(server.url + path, { agent, ...(body ? { method: 'POST', headers } : {}) }, (answer) => {
    const { statusCode, headers: answered } = answer;
    answer
      .resume()
      .on('end', () =>
        resolve({ status: statusCode, connection: answered.connection, isOnSameConnection: asked.reusedSocket }),
      );
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

describe('after a body that was not read', () => {
  test.each([
    ['of 300 KiB, over the limit', '/trpc/auth.signIn', 300 * KIB, 413],
    ['of 5 MiB, over the limit', '/trpc/auth.signIn', 5 * KIB * KIB, 413],
    ['to a path that does not exist', '/nothing/here', 200 * KIB, 404],
    ['to the token API', '/auth/v1/nothing', 200 * KIB, 404],
    ['that a procedure never reads', '/trpc/nothing.here', 200 * KIB, 404],
  ])('%s, the connection stays usable', async (_, path, size, status) => {
    expect(await send(path, Buffer.alloc(size, 'a'))).toMatchObject({ status });
    const alive = { status: 200, isOnSameConnection: true };
    expect(await send('/health/live')).toMatchObject(alive);
    // Hono's server would end the connection after half a second.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await send('/health/live')).toMatchObject(alive);
  });

  test.each([
    ['of 24 MiB', 24 * KIB * KIB, false],
    ['of unknown length, over the limit', 300 * KIB, true],
  ])('%s, the connection is announced as closed', async (_, size, isChunked) => {
    const refused = await send('/trpc/auth.signIn', Buffer.alloc(size, 'a'), isChunked);
    expect(refused).toMatchObject({ status: 413, connection: 'close' });
    expect(await send('/health/live')).toMatchObject({ status: 200, isOnSameConnection: false });
  });
});
