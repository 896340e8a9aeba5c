import { expect, test, vi } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { createCrashes } from './crashes.service.ts';

test('a crash is one line of the log, with the reference that the person sees', async () => {
  const log = createLog('silent');
  const lines = vi.spyOn(log, 'warn');
  const crashes = createCrashes({ attempts: { count: async () => undefined }, log });
  const crash = { path: '/dashboard/emmie', name: 'TypeError', place: '/assets/chat-1a2b.js:1:234' };
  const { reference } = await crashes.report(crash, { address: '192.0.2.1', userAgent: '' });
  expect(reference).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect(lines.mock.calls).toEqual([[{ event: 'screen crashed', reference, ...crash }, expect.any(String)]]);
});

test('a report has no room for a sentence', async () => {
  const { api } = (await createTestApp()).browser();
  const crash = { path: '/', name: 'Error', place: '' };
  for (const odd of [{ path: '/my secret' }, { name: 'my secret' }, { place: 'my secret' }, { text: 'my secret' }])
    await expect(api.crashes.report.mutate({ ...crash, ...odd })).rejects.toThrow(/check what you entered/i);
});

test('a broken browser can’t fill the log: 30 an hour from one address', async () => {
  const { api } = (await createTestApp()).browser();
  const crash = { path: '/', name: 'Error', place: '' };
  const references = new Set<string>();
  for (let nth = 0; nth < 30; nth += 1) references.add((await api.crashes.report.mutate(crash)).reference);
  expect(references.size).toBe(30);
  await expect(api.crashes.report.mutate(crash)).rejects.toThrow(/too many/i);
});
