import { PUSH_WORKER_PATH } from '#contract/notifications.ts';

/**
 * What this browser lets us do. `unasked`: it would ask its owner first. `subscribed`: it would show what we send, if the server knows
 * of it.
 */
export type PushState = 'unsupported' | 'blocked' | 'unasked' | 'off' | 'subscribed';
/** Where this browser gets notifications, as the server wants it. */
export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const currentSubscription = async () => {
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER_PATH);
  return registration?.pushManager.getSubscription() ?? null;
};

/** Bytes as base64url, as the server writes its key. */
const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (one) => ({ '+': '-', '/': '_' })[one] ?? '');

export async function readPushState(publicKey: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission === 'default') return 'unasked';
  const { applicationServerKey: key } = (await currentSubscription())?.options ?? {};
  // The push service refuses what is signed with another key than the browser subscribed with.
  return key && base64url(key) === publicKey ? 'subscribed' : 'off';
}

/** Resolves once the worker runs. `serviceWorker.ready` never would: no page belongs to this one. */
function activation({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the service worker was not installed'));
    });
  });
}

/** Behind a firewall, browsers go on trying to reach their push service for minutes. */
const SERVICE_MS = 20_000;

function withinLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the push service does not answer')), SERVICE_MS);
    work.then(resolve, reject);
  });
}

/** Asks for permission, and has this browser's push service receive for us. Null if its owner declines. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  // An earlier one may be known to the server as somebody else's, who used this browser before.
  await unsubscribeBrowser();
  const registration = await navigator.serviceWorker.register(PUSH_WORKER_PATH);
  await activation(registration);
  const made = await withinLimit(
    registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }),
  );
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}

export async function unsubscribeBrowser(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
}
