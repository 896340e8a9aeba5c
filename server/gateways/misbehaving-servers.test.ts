import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startMisbehavingServer, type MisbehaviorName } from '#tests/support/web/misbehaving-server.ts';
import { PUBLIC_ADDRESS } from '#tests/support/web/pretend-web.ts';
import { createOutgoingCalls } from './outgoing-calls/outgoing-calls.ts';
import { readHtml } from './web/html/read-html.ts';
import { PageProblem } from './web/page-problem.ts';
import { createWebGateway, WEB_LIMITS } from './web/web.ts';

/** What a page, or a robots.txt, and what a call end with. */
const OUTCOMES: Record<MisbehaviorName, [page: string, call: string]> = {
  'closes each connection': ['unreachable', 'unknown'],
  'resets each connection': ['unreachable', 'later'],
  'answers before it is asked': ['page', 'sent'],
  'sends a greeting of another protocol': ['unreachable', 'unknown'],
  'never answers': ['too_slow', 'unknown'],
  'closes without an answer': ['unreachable', 'unknown'],
  'resets without an answer': ['unreachable', 'unknown'],
  'resets in the middle of its answer': ['unreachable', 'sent'],
  'switches to another protocol': ['unreachable', 'unknown'],
  'switches to HTTP/2': ['unreachable', 'unknown'],
  'switches protocols and never stops talking': ['unreachable', 'unknown'],
  'switches to a protocol that it doesn’t name': ['site_error', 'refused'],
  'asks to continue without end': ['unreachable', 'unknown'],
  'sends early hints before its answer': ['page', 'sent'],
  'sends early hints without end': ['unreachable', 'unknown'],
  'answers with noise': ['unreachable', 'unknown'],
  'answers in HTTP/0.9': ['unreachable', 'unknown'],
  'answers in HTTP/2': ['unreachable', 'unknown'],
  'sends a status line without end': ['unreachable', 'unknown'],
  'leaves out the status': ['unreachable', 'unknown'],
  'invents a status': ['site_error', 'unknown'],
  'sends headers without end': ['unreachable', 'unknown'],
  'sends one header without end': ['unreachable', 'unknown'],
  'sends a header every few milliseconds': ['too_slow', 'unknown'],
  'sends a header with a null byte': ['unreachable', 'unknown'],
  'sends a header that isn’t one': ['unreachable', 'unknown'],
  'sends two lengths that differ': ['unreachable', 'unknown'],
  'sends a length and pieces': ['unreachable', 'unknown'],
  'sends a length that is no number': ['unreachable', 'unknown'],
  'promises more than it sends': ['unreachable', 'sent'],
  'promises more than it sends, and waits': ['too_slow', 'sent'],
  'sends a byte every few milliseconds': ['too_slow', 'sent'],
  'sends a body without end': ['too_large', 'sent'],
  'sends a piece whose size is no number': ['unreachable', 'sent'],
  'sends the size of a piece without end': ['too_slow', 'sent'],
  'sends the extension of a piece without end': ['unreachable', 'sent'],
  'sends trailers without end': ['unreachable', 'sent'],
  'sends a body with no content': ['empty', 'sent'],
  'says that nothing changed, and sends a body': ['site_error', 'refused'],
  'redirects to itself': ['too_many_redirects', 'refused'],
  'redirects nowhere': ['site_error', 'refused'],
  'sends a body that unpacks to gigabytes (gzip)': ['too_large', 'sent'],
  'sends a body that unpacks to gigabytes (Brotli)': ['too_large', 'sent'],
  'sends half of a packed body': ['unreadable', 'sent'],
  'never closes after its answer': ['page', 'sent'],
  'answers twice': ['page', 'sent'],
};
const KINDS = Object.entries(OUTCOMES) as [MisbehaviorName, [string, string]][]; // reason: its own keys

type Asking = { port: number; totalMs: number; signal: AbortSignal };
const resolve = async () => [PUBLIC_ADDRESS];
const dialTo = (port: number) => () => {
  const socket = connect({ host: '127.0.0.1', port });
  socket.once('connect', () => socket.emit('secureConnect'));
  return socket;
};

async function readPage({ port, totalMs, signal }: Asking): Promise<string> {
  const limits = { ...WEB_LIMITS, totalMs };
  const parts = {
    resolve,
    dial: dialTo(port),
    readHtml: async (html: string, url: string) => readHtml(html, url),
    limits,
  };
  const web = createWebGateway({ publicUrl: 'https://tenfold.example', standIns: new Map() }, parts);
  try {
    return (await web.readPage('https://fernandkiln.com/', { signal })).kind;
  } catch (error) {
    if (error instanceof PageProblem) return error.code;
    throw error;
  }
}
async function call({ port, totalMs, signal }: Asking): Promise<string> {
  const calls = createOutgoingCalls(
    { standIns: new Map(), userAgent: 'Tenfold/1.0', resolve, dial: dialTo(port) },
    { connectMs: 5_000, totalMs, responseBytes: 10 * 1_024 },
  );
  return (await calls.call({ url: 'https://hooks.shop.com/in', headers: {}, body: '{}' }, signal)).kind;
}

const LIMIT_MS = 250;
/** More than any of it takes: what doesn't end, never does. */
const PATIENCE_MS = 10_000;
const NEVER = 'never ended';
const inPatience = <T>(work: Promise<T>) => Promise.race([work, wait(PATIENCE_MS, NEVER, { ref: false })]);

describe.concurrent.each([
  // A page's robots.txt is asked for first, over a connection of its own.
  { what: 'a page', ask: readPage, good: 1, outcome: 0 },
  { what: 'a robots.txt', ask: readPage, good: 0, outcome: 0 },
  { what: 'a call', ask: call, good: 0, outcome: 1 },
] as const)('CALL-1: $what of a server that', ({ ask, good, outcome }) => {
  test.each(KINDS)('%s ends within its limit', async (kind, outcomes) => {
    await using server = await startMisbehavingServer(kind, { good });
    // Most end by themselves, however busy the machine is.
    const totalMs = outcomes[0] === 'too_slow' ? LIMIT_MS : PATIENCE_MS;
    const { signal } = new AbortController();
    expect(await inPatience(ask({ port: server.port, totalMs, signal }))).toBe(outcomes[outcome]);
  });

  test.each(KINDS)('%s ends as soon as it is aborted', async (kind) => {
    await using server = await startMisbehavingServer(kind, { good });
    const stop = new AbortController();
    const reason = new Error('stopped');
    const ending = ask({ port: server.port, totalMs: 10 * PATIENCE_MS, signal: stop.signal }).catch(
      (error: unknown) => error,
    );
    await server.reached;
    stop.abort(reason);
    expect(await inPatience(ending)).not.toBe(NEVER);
  });
});
