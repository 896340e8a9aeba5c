import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { PATH_OF_LIVE_STREAMS } from './trpc-edge.ts';

/** How often it's checked whether everything has been answered, in milliseconds. */
const CHECK_EVERY_MS = 50;

/** Closes the connection once this response has been sent, so that its client sends the next request elsewhere. */
function closeAfter(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  // Its headers already promised that the connection stays open.
  if (response.headersSent) response.once('finish', () => request.socket.end());
}

/** Live streams last as long as their tab, so nothing waits for their end. */
const isLive = ({ url }: IncomingMessage) => url?.startsWith(PATH_OF_LIVE_STREAMS) === true;

/** Lets a server answer what it has begun, and keeps its clients from sending it more. */
export function createDrain() {
  const open = new Map<ServerResponse, IncomingMessage>();
  let isStopping = false;

  return {
    isStopping: (): boolean => isStopping,

    /** The listener, with its open requests counted. */
    track:
      (listener: RequestListener): RequestListener =>
      (request, response) => {
        open.set(response, request);
        response.once('close', () => open.delete(response));
        if (isStopping) closeAfter(request, response);
        listener(request, response);
      },

    /** From now on, each connection is closed after its response. Requests are still answered. */
    begin: (): void => {
      isStopping = true;
      for (const [response, request] of open) closeAfter(request, response);
    },

    /** Resolves when every request has been answered, apart from live streams, or when the signal aborts. */
    untilAnswered: async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && [...open.values()].some((request) => !isLive(request))) await pause(CHECK_EVERY_MS);
    },
  };
}
export type Drain = ReturnType<typeof createDrain>;
