import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { DEMO } from '#db/demo/demo-account.ts';
import { eventually } from './support/eventually.ts';
import { signIn, untilSettled } from './support/person.ts';
import { startWorld } from './support/world.ts';

/** Connections are accepted for a sixth of it. */
const DRAIN_S = 8;

/** Sends requests over a kept connection, as a load balancer does, until the process refuses a new connection. */
async function requestUntilRefused(url: string, cookie: string): Promise<{ answered: number; lost: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const lost: string[] = [];
  for (let answered = 0; ; answered += 1) {
    const outcome = await new Promise<string>((resolve) => {
      const request = get(`${url}/trpc/usage.overview`, { agent, headers: { cookie } }, (response) => {
        response.resume().once('end', () => resolve(String(response.statusCode)));
      });
      request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    // Load balancers try another process. A connection that arrives in the instant in which the socket closes is reset.
    if (outcome === 'ECONNREFUSED') return { answered, lost: lost.at(-1) === 'ECONNRESET' ? lost.slice(0, -1) : lost };
    if (outcome !== '200') lost.push(outcome);
  }
}

test('a stop by SIGTERM lets an answer finish, loses no request, and interrupts only what takes longer than DRAIN_S', async () => {
  await using world = await startWorld({
    on: 'postgres',
    processes: 2,
    environment: { DRAIN_S: String(DRAIN_S), LOG_LEVEL: 'info' },
  });
  const [stopping, neighbor] = [world.process(0), world.process(1)];
  const maya = await signIn(stopping, DEMO.email);
  const short = await maya.ask(stopping, 'What should we do first this week?');
  const long = await maya.ask(stopping, 'Tell me more [sandbox: slow]');
  await short.reader.untilLength(400);
  await long.reader.untilLength(1);
  const clients = [1, 2, 3].map(() => requestUntilRefused(stopping.url, maya.cookie()));
  const stoppedAt = performance.now();
  stopping.signal('SIGTERM');

  const isStopping = async () => {
    const response = await fetch(`${stopping.url}/health/ready`);
    return response.status === 503 && (await response.json());
  };
  const said = await eventually('it says so', isStopping, { withinMs: 500 });
  expect(said).toEqual({ status: 'stopping' });
  const requests = await Promise.all(clients);
  expect(requests.flatMap(({ lost }) => lost)).toEqual([]);
  expect(requests.every(({ answered }) => answered > 1)).toBe(true);
  expect(performance.now() - stoppedAt).toBeGreaterThan(800);

  const ended = await short.reader.untilEnd(DRAIN_S * 1_000);
  expect(ended).toMatchObject({ status: 'complete' });
  expect(await maya.saved(neighbor, short.sent)).toMatchObject({ status: 'complete', content: short.reader.text });
  expect(await long.reader.untilEnd(DRAIN_S * 1_000)).toMatchObject({ status: 'interrupted', failure: null });
  expect(await stopping.exited).toEqual({ code: 0, signal: null });
  const tookMs = performance.now() - stoppedAt;
  expect(tookMs).toBeGreaterThan((DRAIN_S - 1) * 1_000);
  expect(tookMs).toBeLessThan((DRAIN_S + 4) * 1_000);
  const cutOff = await untilSettled(maya, neighbor, long.sent, 1_000);
  expect(cutOff).toMatchObject({ status: 'interrupted', content: long.reader.text });
  expect(stopping.output()).not.toMatch(/"level":(?:50|60)/);
});
