import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatabaseError } from '#db/database-error.ts';
import type { Db } from '#db/client.ts';
import { createPageReads } from '#server/http/pages/page-reads.ts';
import { createVisitorOf } from '#server/http/pages/visitor-of.ts';
import { createTurnSaver } from '#server/modules/chat/turns/turn-saver.ts';
import type { LiveEntry } from '#server/modules/chat/turns/turn-runner.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const outage = () => new DatabaseError('connect ECONNREFUSED 10.0.0.7:5432', { code: 'ECONNREFUSED' });
let app: TestApp;
let lines: string[];
beforeEach(async () => {
  app = await createTestApp();
  lines = [];
  const note = (_: unknown, message?: string) => void lines.push(message ?? '');
  for (const level of ['warn', 'error'] as const) vi.spyOn(app.container.log, level).mockImplementation(note);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('forms, pages and visitors that meet an outage of the database are one line a minute', async () => {
  const { services, log, trouble, clientOf } = app.container;
  vi.spyOn(services.newsletter, 'subscribe').mockRejectedValue(outage());
  vi.spyOn(services.status, 'get').mockRejectedValue(outage());
  vi.spyOn(services.sessions, 'validate').mockRejectedValue(outage());
  const reads = createPageReads({ services, log, trouble });
  const { status } = reads({ visitor: 'guest', signInStage: 'signed-out', person: null });
  const visitorOf = createVisitorOf({ services, clientOf, log, trouble });
  const page = new Hono().get('/', async (c) => c.text((await visitorOf(c)).visitor));
  const body = new URLSearchParams({ email: 'maya@fernandkiln.example' });
  const headers = { origin: 'http://localhost:3000' };
  for (let count = 0; count < 3; count += 1) {
    expect((await app.app.request('/newsletter', { method: 'POST', headers, body })).status).toBe(503);
    await expect(status()).rejects.toThrow('page data failed');
    const asked = await page.request('/', { headers: { cookie: `${services.sessions.cookieName}=any` } });
    expect(await asked.text()).toBe('guest');
  }
  expect(lines).toEqual(['database in trouble']);
});

test('answers that can’t be saved during an outage of the database are one line a minute', async () => {
  vi.useFakeTimers();
  const { log, trouble } = app.container;
  const entry = { turn: {}, answer: { text: '' }, lengthBefore: 0, textSaves: 0, savedAtMs: -Infinity };
  const running = [entry as unknown as LiveEntry]; // reason: nothing else of it is read
  const fail = vi.fn(() => {
    throw outage();
  });
  const db = { getExecutor: fail, executeQuery: fail } as unknown as Db; // reason: a database that is down
  const saver = createTurnSaver({ db, log, trouble, running: () => running, onStop: vi.fn(), onLost: vi.fn() });
  saver.start();
  await vi.advanceTimersByTimeAsync(5_000);
  await saver.close();
  expect(fail.mock.calls.length).toBeGreaterThan(3);
  expect(lines).toEqual(['database in trouble']);
});
