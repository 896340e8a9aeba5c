import {
  createResolve,
  dialAddress,
  sendOver,
  withConnection,
  type Connecting,
} from '#server/gateways/web/connection.ts';
import { loadOnce } from '#server/lib/concurrency/load-once.ts';
import { sha256 } from '#server/lib/crypto/secrets.ts';
import type { Log } from '#server/lib/log.ts';

/** The key pair that identifies us to push services, and where they can reach us. */
export type PushSettings = { publicKey: string; privateKey: string; subject: string };
export type PushTarget = { endpoint: string; p256dh: string; auth: string };
/** What the service worker shows (`server/http/discovery/push-worker.js`). One with the same tag takes the place of an earlier one. */
export type PushMessage = { title: string; body: string; path: string; tag: string };
/** `gone`: that browser gets nothing anymore. `later`: nothing was sent, and it may succeed later. `failed`: it won't, or it may have been sent. */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'failed';

export type PushGateway = {
  publicKey: string;
  /** Whether an endpoint belongs to a push service that we send to. */
  accepts: (endpoint: string) => boolean;
  send: (target: PushTarget, message: PushMessage, signal: AbortSignal) => Promise<PushOutcome>;
};

/**
 * The push services of the browsers that there are: Chrome and all that are built on it, Firefox, Safari, and Edge. Browsers name their
 * endpoint, so without this list anyone could have us send requests to any host, inside our network, too.
 */
const HOSTS = [
  /^(?:[\w-]+\.)*fcm\.googleapis\.com$/,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/,
  /^(?:[\w-]+\.)*notify\.windows\.com$/,
];
/** In milliseconds; the total includes the connection. */
export const PUSH_LIMITS = { connectMs: 5_000, totalMs: 15_000 };
/** How long a push service keeps it for a browser that isn't running, in seconds. */
const TTL_SECONDS = 24 * 60 * 60;
/** Push services take at most this long a topic. */
const TOPIC_MAX = 32;
function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'failed';
}

type Options = Pick<Connecting, 'standIns'> & Partial<Pick<Connecting, 'resolve' | 'dial'>>;

/**
 * Web Push, encrypted for one browser, over connections to public addresses only (`withConnection`); redirects aren't
 * followed and answers aren't read. Sources: RFC 8030 (the protocol), RFC 8291 (encryption), RFC 8292 (VAPID).
 */
export function createPushGateway(
  settings: PushSettings,
  log: Log,
  { standIns, resolve = createResolve(), dial = dialAddress }: Options,
  { connectMs, totalMs } = PUSH_LIMITS,
): PushGateway {
  const library = loadOnce(async () => (await import('web-push')).default);

  /** Undefined if nothing can be encrypted with the browser's keys. */
  async function requestFor({ endpoint, ...keys }: PushTarget, message: PushMessage) {
    const { generateRequestDetails } = await library();
    try {
      return generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
        vapidDetails: settings,
        TTL: TTL_SECONDS,
        // Hashed with a secret of the browser's: the push service could guess tags, such as that of a month's usage.
        topic: sha256(`${keys.auth} ${message.tag}`).slice(0, TOPIC_MAX),
        urgency: 'normal',
      });
    } catch (err) {
      log.warn({ event: 'push not encrypted', err }, 'push not encrypted');
      return undefined;
    }
  }

  const accepts = (endpoint: string): boolean => {
    const url = URL.parse(endpoint);
    if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
    return standIns.has(url.hostname) || HOSTS.some((host) => host.test(url.hostname));
  };

  return {
    publicKey: settings.publicKey,
    accepts,

    send: async (target, message, signal) => {
      // The list may have been longer when it was saved.
      if (!accepts(target.endpoint)) return 'gone';
      const prepared = await requestFor(target, message);
      if (!prepared) return 'gone';
      const url = new URL(target.endpoint);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
      let isSent = false;
      try {
        const status = await withConnection(url, { resolve, dial, standIns, connectMs }, limit, async (socket) => {
          isSent = true;
          const response = await sendOver(socket, url, { method: 'POST', ...prepared }, limit);
          return response.statusCode ?? 0;
        });
        const outcome = outcomeOf(status);
        if (outcome !== 'sent') log.warn({ event: 'push refused', host: url.host, status }, 'push refused');
        return outcome;
      } catch (err) {
        log.warn({ event: 'push failed', host: url.host, err }, 'push failed');
        return isSent ? 'failed' : 'later';
      }
    },
  };
}
