import { createContext, runInContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';
import { PUSH_WORKER_PATH } from '#contract/notifications.ts';
import { createTestApp } from '#tests/support/test-app.ts';

type Listener = (event: object) => void;
const ORIGIN = 'http://localhost:3000';
const MESSAGE = { title: 'Emmie answered you', body: 'Spring mailing', path: '/dashboard/emmie?c=1', tag: 'answer:1' };

/** A browser's service worker that runs ours. */
async function aWorker(tabs: { url: string; focus: () => void }[] = []) {
  const app = await createTestApp();
  const response = await app.app.request(PUSH_WORKER_PATH);
  const listeners = new Map<string, Listener>();
  const showNotification = vi.fn<(title: string, options: object) => void>();
  const openWindow = vi.fn<(url: string) => void>();
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    registration: { showNotification },
    clients: { matchAll: async () => tabs, openWindow },
  };
  runInContext(await response.text(), createContext({ self, URL }));
  const dispatch = async (type: string, event: object) => {
    const waits: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (work: unknown) => void waits.push(work) });
    await Promise.all(waits);
  };
  return { response, listeners, showNotification, openWindow, dispatch };
}
let worker: Awaited<ReturnType<typeof aWorker>>;
beforeEach(async () => {
  worker = await aWorker();
});

test('is a script that browsers check for a newer one each time, and that handles nothing but notifications', () => {
  expect(worker.response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(worker.response.headers.get('cache-control')).toBe('no-cache');
  expect(worker.response.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect([...worker.listeners.keys()]).toEqual(['push', 'notificationclick']);
});

test('shows what it gets, and a click opens its page, or the tab that shows it', async () => {
  const { title, body, tag, path } = MESSAGE;
  await worker.dispatch('push', { data: { json: () => MESSAGE } });
  expect(worker.showNotification.mock.calls).toEqual([[title, { body, tag, data: path, icon: '/icon-192.png' }]]);
  const click = { notification: { data: path, close: vi.fn<() => void>() } };
  await worker.dispatch('notificationclick', click);
  expect(click.notification.close).toHaveBeenCalledOnce();
  expect(worker.openWindow.mock.calls).toEqual([[`${ORIGIN}${path}`]]);

  const [shown, other] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const busy = await aWorker([
    { url: `${ORIGIN}/dashboard`, focus: other },
    { url: `${ORIGIN}${path}`, focus: shown },
  ]);
  await busy.dispatch('notificationclick', click);
  expect([shown.mock.calls.length, other.mock.calls.length, busy.openWindow.mock.calls.length]).toEqual([1, 0, 0]);
});
