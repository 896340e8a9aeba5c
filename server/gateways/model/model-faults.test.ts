import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SANDBOX_MARK } from '#sandbox/model/compose.ts';
import type { Fault } from '#sandbox/model/faults.ts';
import { askProvider, startModel, type Asking } from '#tests/support/model/model-provider.ts';

let model: Awaited<ReturnType<typeof startModel>>;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.close());

async function ask(question: string, asking?: Asking) {
  const outcome = await askProvider(model.url, question, asking);
  return { ...outcome, tries: model.triesOf(outcome.key) };
}
const askFor = (fault: Fault, asking?: Asking) => ask(`Plan my week [sandbox: ${fault}]`, asking);

describe.concurrent('a provider’s fault becomes one of the four failures', () => {
  test.each<[Fault, string, number]>([
    ['401', 'error', 1],
    ['403', 'error', 1],
    ['429-3600', 'error', 1],
    ['quota', 'quota', 1],
    ['credit', 'quota', 1],
    ['500', 'error', 3],
    ['html503', 'error', 3],
    ['json200', 'error', 3],
    ['quota200', 'quota', 1],
    ['empty', 'error', 3],
    ['garbage', 'error', 3],
    ['hangup', 'network', 3],
    ['halfjson', 'network', 1],
    ['reset', 'network', 1],
    ['flood', 'error', 1],
    ['flood-lines', 'error', 1],
  ])('%s is reported as %s after %i tries', async (fault, failure, tries) => {
    const outcome = await askFor(fault);
    expect(outcome).toMatchObject({ error: { name: 'ModelError', failure }, tries });
  });

  test.each<Fault>(['silence', 'silence-before', 'drip'])(
    '%s is reported as timeout, and not retried',
    async (fault) => {
      const outcome = await askFor(fault, { limits: { idleTimeoutMs: 1_500 } });
      expect(outcome).toMatchObject({ error: { name: 'ModelError', failure: 'timeout' }, tries: 1 });
    },
  );

  test.each<Fault>(['429-2', '429-date'])(
    '%s is retried after the requested wait, and then answered',
    async (fault) => {
      const outcome = await askFor(fault);
      expect(outcome).toMatchObject({ error: undefined, tries: 2, text: expect.stringContaining(SANDBOX_MARK) });
      expect(outcome.tookMs).toBeGreaterThan(1_900);
    },
  );

  test.each([
    ['a host that cannot be found', 'http://tenfold.invalid/v1'],
    ['a port where nobody listens', 'http://127.0.0.1:1/v1'],
  ])('%s is a network failure', async (_name, baseUrl) => {
    expect(await ask('Hello', { settings: { baseUrl } })).toMatchObject({
      error: { failure: 'network', code: 'unreachable' },
    });
  });

  test('text from before a fault is kept', async () => {
    expect((await askFor('reset')).text).toContain(SANDBOX_MARK.slice(0, 20));
    expect((await askFor('halfjson')).text).toContain(SANDBOX_MARK.slice(0, 20));
  });

  test('the error contains none of the provider’s text', async () => {
    for (const fault of ['401', 'quota', 'html503', 'json200', 'garbage'] as const) {
      const { error } = await askFor(fault);
      expect(error).toBeInstanceOf(Error);
      const serialized = JSON.stringify(error, Object.getOwnPropertyNames(error));
      expect(serialized).not.toMatch(/api key|plan and billing|Unavailable|processing your request|no JSON/i);
      expect(error).not.toHaveProperty('cause');
    }
  });
});

test('all tries together have one time limit, waiting included', async () => {
  const outcome = await askFor('500', { limits: { totalTimeoutMs: 1_000, retryDelayMs: 700 } });
  expect(outcome).toMatchObject({ error: { failure: 'timeout' }, tries: 2 });
});

test('stopping ends the stream and the connection to the provider', async () => {
  const stopping = new AbortController();
  const reason = new Error('stopped');
  let pieces = 0;
  const outcome = await ask('Plan my week', {
    signal: stopping.signal,
    onText: () => {
      pieces += 1;
      if (pieces === 3) stopping.abort(reason);
    },
  });
  expect(outcome.error).toBe(reason);
  await new Promise((resolve) => setImmediate(resolve));
  expect(pieces).toBe(3);
});
