import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { readModelEvents } from './model-events.ts';
import { shortCut, type OfferEvent } from './model-short-cut.ts';

/** Of a body that is no stream of events, no more than this is read. */
const REFUSAL_MAX_BYTES = 64 * 1_024;
const KEPT_HEADERS = ['content-type', 'retry-after', 'retry-after-ms'];

function send(url: URL, init: RequestInit): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
      },
      resolve,
    );
    outgoing.on('error', reject);
    // Not by the `signal` option: that destroys with an error, which nobody hears once the answer has been read, and the process ends.
    init.signal?.addEventListener('abort', () => void outgoing.destroy(), { once: true });
    if (init.signal?.aborted) outgoing.destroy();
    outgoing.end(init.body);
  });
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const body = response as AsyncIterable<Buffer>; // reason: no encoding is set
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > REFUSAL_MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, REFUSAL_MAX_BYTES).toString();
}

/**
 * A `fetch` for the providers' clients: bounded in what it reads, with the short cut for text, and on `node:http`,
 * whose reading costs half of what the built-in `fetch` does. Does not follow redirects, so that the key stays where it was sent.
 */
export function createModelFetch(offer: OfferEvent): typeof fetch {
  return async (input, init = {}) => {
    const listener = shortCut.getStore();
    const url = new URL(input instanceof Request ? input.url : input);
    try {
      const response = await send(url, init);
      const status = response.statusCode ?? 0;
      const headers = new Headers();
      for (const name of KEPT_HEADERS) {
        const value = response.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      // A proxy that answers a stream with JSON and 200 has an error to tell; the clients look for one only where the status says so.
      const isRefusal = status !== 200 || /^application\/json/i.test(headers.get('content-type') ?? '');
      if (!isRefusal) return new Response(readModelEvents(response, offer, listener), { headers });
      const isError = status >= 400 && status <= 599;
      return new Response(await readStart(response), { status: isError ? status : 502, headers });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      // The built-in one's words, by which the clients tell a network error.
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}
