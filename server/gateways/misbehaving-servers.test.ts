import { connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startMisbehavingServer, type MisbehaviorName } from '#tests/support/web/misbehaving-server.ts';
import { PUBLIC_ADDRESS } from '#tests/support/web/pretend-web.ts';
import { createLog } from '#server/lib/log.ts';
import { askProvider } from '#tests/support/model/model-provider.ts';
import { createMailPing } from './mail-ping.ts';
import { createMailGateway } from './mail.ts';
import { createEmbeddingsGateway } from './model/embeddings.ts';
import { createModelPing } from './model/model-ping.ts';
import { createOAuthGateway } from './oauth.ts';
import { createOutgoingCalls } from './outgoing-calls/outgoing-calls.ts';
import { createSmsGateway } from './sms.ts';
import { createStripeClient } from './stripe/stripe-client.ts';
import { fetchPdf } from './stripe/stripe-documents.ts';
import { createStripePing } from './stripe/stripe-ping.ts';
import { readHtml } from './web/html/read-html.ts';
import { PageProblem } from './web/page-problem.ts';
import { createWebGateway, WEB_LIMITS } from './web/web.ts';

/** The outcome of reading a page or robots.txt, and the outcome of a call. */
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
  'sends a length and chunks': ['unreachable', 'unknown'],
  'sends an invalid length': ['unreachable', 'unknown'],
  'promises more than it sends': ['unreachable', 'sent'],
  'promises more than it sends, and waits': ['too_slow', 'sent'],
  'sends a byte every few milliseconds': ['too_slow', 'sent'],
  'sends a body without end': ['too_large', 'sent'],
  'sends a body without end in chunks of a byte': ['too_large', 'sent'],
  'sends a chunk with an invalid size': ['unreachable', 'sent'],
  'sends the size of a chunk without end': ['too_slow', 'sent'],
  'sends the extension of a chunk without end': ['unreachable', 'sent'],
  'sends trailers without end': ['unreachable', 'sent'],
  'sends a body with no content': ['empty', 'sent'],
  'says that nothing changed, and sends a body': ['site_error', 'refused'],
  'redirects to itself': ['too_many_redirects', 'refused'],
  'redirects nowhere': ['site_error', 'refused'],
  'sends a body that unpacks to a thousand times its size (gzip)': ['too_large', 'sent'],
  'sends a body that unpacks to a thousand times its size (Brotli)': ['too_large', 'sent'],
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

const LIMIT_MS = 400;
/** Far longer than any call takes. A call that hasn't ended by then never will. */
const PATIENCE_MS = 10_000;
const NEVER = 'never ended';
const inPatience = <T>(work: Promise<T>) => Promise.race([work, wait(PATIENCE_MS, NEVER, { ref: false })]);

describe.concurrent.each([
  // Each page is preceded by its robots.txt, on a separate connection.
  { what: 'a page', ask: readPage, good: 1, outcome: 0 },
  { what: 'a robots.txt', ask: readPage, good: 0, outcome: 0 },
  { what: 'a call', ask: call, good: 0, outcome: 1 },
] as const)('CALL-1: $what of a server that', ({ ask, good, outcome }) => {
  test.each(KINDS)('%s ends within its limit', async (kind, outcomes) => {
    await using server = await startMisbehavingServer(kind, { good });
    // The short limit is for servers that never finish; the others end long before theirs, even on a busy machine.
    const totalMs = outcomes[0] === 'too_slow' ? LIMIT_MS : PATIENCE_MS / 2;
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
    // Waits for the bytes to arrive.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    stop.abort(reason);
    expect(await inPatience(ending)).not.toBe(NEVER);
  });
});

const SERVICE_LIMIT_MS = 100;
const log = createLog('silent');
const aModel = (url: string) => ({ provider: 'openai-compatible' as const, baseUrl: url, apiKey: 'key', model: 'any' });
const stripeAt = (url: string) => ({ baseUrl: url, secretKey: 'sk_test_none', webhookSecrets: [] });
const smtpAt = (url: string) => url.replace('http:', 'smtp:');
/** One call to each service that the product is set up with. */
const SERVICES: Record<string, (url: string) => Promise<unknown>> = {
  model: (url) => askProvider(url, 'Hello', { limits: { totalTimeoutMs: SERVICE_LIMIT_MS } }),
  'status of the model': (url) => createModelPing(aModel(url), SERVICE_LIMIT_MS)(),
  embeddings: (url) => {
    const limits = { maxTries: 1, retryDelayMs: 1, timeoutMs: SERVICE_LIMIT_MS };
    return createEmbeddingsGateway(aModel(url), limits).embed(['Mugs'], { signal: new AbortController().signal });
  },
  Stripe: (url) =>
    createStripeClient(stripeAt(url), { timeoutMs: SERVICE_LIMIT_MS, retries: 0 }).customers.retrieve('cus_1'),
  'status of Stripe': (url) => createStripePing(stripeAt(url), SERVICE_LIMIT_MS)(),
  'PDF of Stripe': (url) => fetchPdf(url, { timeoutMs: SERVICE_LIMIT_MS, bytes: 1_000 }),
  'text messages': (url) => {
    const settings = { baseUrl: url, account: 'AC1', token: 'token', from: '+15550100100' };
    const gateway = createSmsGateway(settings, log, { timeoutMs: SERVICE_LIMIT_MS, tries: 1, pauseMs: 1 });
    return gateway.send({ to: '+15550100101', channel: 'sms', text: 'Your code is 123456' });
  },
  'sign-in': (url) => {
    const world = { google: { issuer: url, clientId: 'id', clientSecret: 'secret' }, slack: null };
    const limits = { getMs: SERVICE_LIMIT_MS, tokenMs: SERVICE_LIMIT_MS };
    const clock = { now: async () => new Date() };
    const gateway = createOAuthGateway({ world, publicUrl: 'https://tenfold.example', clock, log, limits });
    return gateway.authorizationUrl('google', { state: 's', nonce: 'n', verifier: 'v'.repeat(43) });
  },
  mail: (url) => {
    const limits = { stepMs: SERVICE_LIMIT_MS, totalMs: SERVICE_LIMIT_MS };
    const gateway = createMailGateway({ smtpUrl: smtpAt(url), from: 'hello@tenfold.example' }, limits);
    return gateway.send({ to: 'maya@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  },
  'status of mail': (url) => createMailPing(smtpAt(url), SERVICE_LIMIT_MS)(),
};

test.concurrent.each(KINDS)('CALL-1: every call to a service ends, even if its server %s', async (kind) => {
  const endings = Object.entries(SERVICES).map(async ([name, use]) => {
    await using server = await startMisbehavingServer(kind);
    const ending = use(`http://127.0.0.1:${server.port}`).catch(() => 'failed');
    return (await inPatience(ending)) === NEVER ? [name] : [];
  });
  expect((await Promise.all(endings)).flat()).toEqual([]);
});
