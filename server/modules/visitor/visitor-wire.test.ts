import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { ModelError } from '#server/gateways/model/model-error.ts';
import type { AppRouter } from '#server/trpc/root.ts';
import { brokenModel, heldModel } from '#tests/support/chat.ts';
import { overHttp } from '#tests/support/over-http.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let served: Awaited<ReturnType<typeof overHttp>> | undefined;
afterEach(() => served?.close());

async function clientOf(app: TestApp) {
  served = await overHttp(app);
  return createTRPCClient<AppRouter>({ links: [httpBatchStreamLink({ url: `${served.url}/trpc`, maxItems: 1 })] });
}

test('the first words arrive while the model is still writing', async () => {
  const app = await createTestApp();
  const held = heldModel(app);
  const client = await clientOf(app);
  const pieces: string[] = [];
  for await (const piece of await client.visitor.ask.mutate({ message: 'Hello' })) {
    pieces.push(piece);
    if (pieces.length === 1) held.letGo();
  }
  expect(pieces).toEqual(['The first words. ', 'The rest.']);
});

test('proxies are told to pass each piece on unbuffered', async () => {
  const app = await createTestApp();
  const { headers } = await app.app.request('/trpc/visitor.ask?batch=1', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'trpc-accept': 'application/jsonl' },
    body: JSON.stringify({ 0: { message: 'Hello' } }),
  });
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
});

test('a visitor who leaves stops the model', async () => {
  const app = await createTestApp();
  heldModel(app);
  const client = await clientOf(app);
  const leaving = new AbortController();
  const answer = await client.visitor.ask.mutate({ message: 'Hello' }, { signal: leaving.signal });
  const reading = (async () => {
    for await (const piece of answer) expect(piece).toBe('The first words. ');
  })();
  await vi.waitFor(() => expect(app.model.requests).toHaveLength(1));
  leaving.abort();
  await expect(reading).rejects.toThrow();
  await vi.waitFor(() => expect(app.model.requests[0]?.signal.aborted).toBe(true));
});

test('one network may wait for thirty answers at a time, and others have their own thirty', async () => {
  const app = await createTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const held = heldModel(app);
  served = await overHttp(app);
  const clientAt = (address: string) =>
    createTRPCClient<AppRouter>({
      links: [
        httpBatchStreamLink({ url: `${served?.url}/trpc`, maxItems: 1, headers: { 'x-forwarded-for': address } }),
      ],
    });
  const leaving = new AbortController();
  const begin = async (address: string, signal: AbortSignal) => {
    const answer = await clientAt(address).visitor.ask.mutate({ message: 'Hello' }, { signal });
    const pieces = answer[Symbol.asyncIterator]();
    await pieces.next();
    return pieces;
  };
  const full = { data: { appCode: 'TOO_MANY_STREAMS', httpStatus: 429 } };
  await Promise.all(Array.from({ length: 30 }, () => begin('203.0.113.7', leaving.signal)));
  const { signal } = new AbortController();
  await expect(begin('203.0.113.7', signal)).rejects.toMatchObject(full);
  expect(app.model.requests, 'the model was not asked').toHaveLength(30);
  await begin('203.0.113.8', signal);
  leaving.abort();
  await vi.waitFor(() => expect(app.model.requests.filter((it) => it.signal.aborted)).toHaveLength(30));
  await vi.waitFor(() => begin('203.0.113.7', signal));
  held.letGo();
});

test('an answer that breaks off keeps its text and names the error', async () => {
  const app = await createTestApp();
  brokenModel(app, 'As far as I', new ModelError('network'));
  const client = await clientOf(app);
  let said = '';
  const reading = (async () => {
    for await (const piece of await client.visitor.ask.mutate({ message: 'Hello' })) said += piece;
  })();
  await expect(reading).rejects.toMatchObject({ data: { appCode: 'MODEL_FAILED', httpStatus: 503 } });
  expect(said).toBe('As far as I');
});

test('a refusal before the first word is sent the same way', async () => {
  const app = await createTestApp({ environment: { VISITOR_HOURLY_CAP: '0' } });
  const client = await clientOf(app);
  const reading = (async () => {
    for await (const _ of await client.visitor.ask.mutate({ message: 'Hello' }));
  })();
  await expect(reading).rejects.toMatchObject({ data: { appCode: 'VISITOR_LIMIT' } });
});

test('a client that does not accept a stream gets an error, and the model is not called', async () => {
  const app = await createTestApp();
  const { api } = app.browser();
  await expect(api.visitor.ask.mutate({ message: 'Hello' })).rejects.toThrow();
  expect(app.model.requests).toEqual([]);
});
