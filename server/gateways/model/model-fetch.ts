import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { responseTo } from '#server/lib/request/response-to.ts';
import { readModelEvents } from './model-events.ts';
import { shortcut, type OfferEvent } from './model-shortcut.ts';

/** Reads at most this much of a body that isn't an event stream. */
const REFUSAL_MAX_BYTES = 64 * 1_024;
const KEPT_HEADERS = ['content-type', 'retry-after', 'retry-after-ms'];

function send(url: URL, init: RequestInit): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = request(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
  });
  // The `signal` option isn't used: it destroys the stream with an error that goes unhandled once the answer has been
  // read, and that ends the process.
  init.signal?.addEventListener('abort', () => void outgoing.destroy(), { once: true });
  if (init.signal?.aborted) outgoing.destroy();
  const responding = responseTo(outgoing);
  outgoing.end(init.body);
  return responding;
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
 * A `fetch` for the providers' clients. It bounds what it reads, takes the shortcut for text, and uses `node:http`, whose reading costs
 * half of what the built-in `fetch` does. Redirects aren't followed, so that the key is sent only to the configured host.
 */
export function createModelFetch(offer: OfferEvent): typeof fetch {
  return async (input, init = {}) => {
    const listener = shortcut.getStore();
    const url = new URL(input instanceof Request ? input.url : input);
    try {
      const response = await send(url, init);
      const status = response.statusCode ?? 0;
      const headers = new Headers();
      for (const name of KEPT_HEADERS) {
        const value = response.headers[name];
        if (typeof value === 'string') headers.set(name, value);
      }
      // A proxy that answers a streaming request with JSON and status 200 is reporting an error; the clients look for one only when the
      // status says so.
      const isRefusal = status !== 200 || /^application\/json/i.test(headers.get('content-type') ?? '');
      if (!isRefusal) return new Response(readModelEvents(response, offer, listener), { headers });
      const isError = status >= 400 && status <= 599;
      return new Response(await readStart(response), { status: isError ? status : 502, headers });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      // The built-in fetch's message, by which the clients recognize a network error.
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}
