import { afterEach, describe, expect, test, vi } from 'vitest';
import { readPushState, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Permission = 'default' | 'granted' | 'denied';
/** Has all the characters that base64 writes in another way. */
const KEY = '-_8A';
const MADE = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };

/** A browser whose owner answers a question for permission with `answer`, and whose service worker takes a moment to start. */
function aBrowser({
  permission = 'default',
  answer = 'granted',
  isCutOff = false,
}: { permission?: Permission; answer?: Permission; isCutOff?: boolean } = {}) {
  let subscription: object | null = null;
  const unsubscribed = vi.fn<() => void>();
  const worker = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = {
    active: null as object | null,
    installing: worker,
    waiting: null,
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (!registration.active) throw new Error('no active service worker');
        if (isCutOff) await new Promise(() => undefined);
        subscription = {
          options: { applicationServerKey: Uint8Array.from(Buffer.from(applicationServerKey, 'base64url')).buffer },
          toJSON: () => MADE,
          unsubscribe: async () => {
            unsubscribed();
            subscription = null;
          },
        };
        return subscription;
      },
    },
  };
  let isRegistered = false;
  const activate = () => {
    registration.active = worker;
    worker.state = 'activated';
    worker.dispatchEvent(new Event('statechange'));
  };
  const serviceWorker = {
    getRegistration: async () => (isRegistered ? registration : undefined),
    register: async () => {
      isRegistered = true;
      setTimeout(activate);
      return registration;
    },
  };
  const notification = {
    permission,
    requestPermission: async () => (notification.permission = answer),
  };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('window', { PushManager: {}, Notification: notification });
  return { unsubscribed, isRegistered: () => isRegistered };
}

test('says what this browser lets us do', async () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', {});
  expect(await readPushState(KEY)).toBe('unsupported');
  aBrowser({ permission: 'denied' });
  expect(await readPushState(KEY)).toBe('blocked');
  aBrowser();
  expect(await readPushState(KEY)).toBe('unasked');
  await subscribeBrowser(KEY);
  expect(await readPushState(KEY)).toBe('subscribed');
  // The operator has set another pair: nothing that is signed with it reaches this browser.
  expect(await readPushState(KEY.replace('-', '_'))).toBe('off');
  await unsubscribeBrowser();
  expect(await readPushState(KEY)).toBe('off');
});

describe('turning them on', () => {
  test('waits for the worker, and gives up an earlier subscription', async () => {
    const { unsubscribed } = aBrowser();
    expect(await subscribeBrowser(KEY)).toEqual(MADE);
    expect(unsubscribed).not.toHaveBeenCalled();
    expect(await subscribeBrowser(KEY)).toEqual(MADE);
    expect(unsubscribed).toHaveBeenCalledOnce();
  });

  test('is given up if the browser doesn’t reach its push service', async () => {
    vi.useFakeTimers();
    aBrowser({ isCutOff: true });
    const isOn = expect(subscribeBrowser(KEY)).rejects.toThrow('the push service does not answer');
    await vi.runAllTimersAsync();
    await isOn;
  });

  test('does nothing if the browser’s owner declines', async () => {
    const { isRegistered } = aBrowser({ answer: 'denied' });
    expect(await subscribeBrowser(KEY)).toBeNull();
    expect([isRegistered(), await readPushState(KEY)]).toEqual([false, 'blocked']);
  });
});
