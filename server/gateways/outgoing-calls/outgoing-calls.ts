import type { IncomingMessage } from 'node:http';
import {
  createResolve,
  dialAddress,
  sendOver,
  withConnection,
  type Connecting,
} from '#server/gateways/web/connection.ts';
import { checkPageAddress } from '#server/gateways/web/page-address.ts';
import { PageProblem } from '#server/gateways/web/page-problem.ts';

/** A call to an address that a person typed: a POST of JSON. */
export type OutgoingCall = { url: string; headers: Readonly<Record<string, string>>; body: string };
/**
 * `refused`: the other side won't take it. `later`: it couldn't now, or nothing was sent. `unknown`: it broke off after the call was sent, or
 * the other side failed while it had it, so nobody knows whether it did what it was asked. `not_allowed`: we call no such address.
 */
export type CallOutcome =
  | { kind: 'sent' | 'refused'; status: number; text: string }
  | { kind: 'later'; status: number | null; text: string }
  | { kind: 'unknown'; text: string }
  | { kind: 'not_allowed' };
/** `beforeCall` runs once the connection is open, right before the request is sent; if it fails, so does the call, and nothing is sent. */
export type OutgoingCalls = {
  call: (call: OutgoingCall, signal: AbortSignal, beforeCall?: () => Promise<void>) => Promise<CallOutcome>;
};

/** In milliseconds; the total includes the connection and the response. */
export const CALL_LIMITS = { connectMs: 5_000, totalMs: 20_000, responseBytes: 10 * 1_024 };

/** The beginning of a response, until it is long enough, ends, breaks off or takes too long: its status is known by then. */
async function beginningOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    const arriving = response as AsyncIterable<Buffer>; // reason: no encoding was set
    for await (const piece of arriving) {
      pieces.push(piece);
      length += piece.length;
      if (length >= maxBytes) break;
    }
  } catch {
    // What has arrived is kept.
  }
  return Buffer.concat(pieces).subarray(0, maxBytes).toString('utf8').toWellFormed();
}

/** Our own name for what a server said. Redirects aren't followed: they could lead inside. */
function outcomeOf(status: number, text: string): CallOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', status, text };
  if (status === 429 || status === 503) return { kind: 'later', status, text };
  return status >= 500 ? { kind: 'unknown', text } : { kind: 'refused', status, text };
}

type Options = Pick<Connecting, 'standIns'> & Partial<Pick<Connecting, 'resolve' | 'dial'>> & { userAgent: string };

/**
 * Calls to the addresses of other systems, over HTTPS and connections to public addresses only (`withConnection`), with
 * a limit for the time and for the bytes of the response that are read.
 */
export function createOutgoingCalls(
  { standIns, userAgent, resolve = createResolve(), dial = dialAddress }: Options,
  { connectMs, totalMs, responseBytes } = CALL_LIMITS,
): OutgoingCalls {
  function addressOf(text: string): URL | null {
    const url = URL.parse(text);
    if (url?.protocol !== 'https:') return null;
    try {
      checkPageAddress(url, standIns);
      return url;
    } catch {
      return null;
    }
  }

  return {
    call: async ({ url: text, headers, body }, signal, beforeCall) => {
      const url = addressOf(text);
      if (!url) return { kind: 'not_allowed' };
      const limit = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
      const bytes = Buffer.from(body);
      const sending = {
        ...headers,
        'user-agent': userAgent,
        accept: '*/*',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'content-length': bytes.length,
      };
      let isSent = false;
      let isCalledOff = false;
      try {
        return await withConnection(url, { resolve, dial, standIns, connectMs }, limit, async (socket) => {
          await beforeCall?.().catch((error: unknown) => {
            isCalledOff = true;
            throw error;
          });
          limit.throwIfAborted();
          if (socket.destroyed) throw new Error('the connection was closed before the call was sent');
          isSent = true;
          const response = await sendOver(socket, url, { method: 'POST', headers: sending, body: bytes }, limit);
          return outcomeOf(response.statusCode ?? 0, await beginningOf(response, responseBytes));
        });
      } catch (error) {
        if (isCalledOff) throw error;
        if (isSent) return { kind: 'unknown', text: '' };
        if (error instanceof PageProblem && error.code === 'not_public') return { kind: 'not_allowed' };
        return { kind: 'later', status: null, text: '' };
      }
    },
  };
}
