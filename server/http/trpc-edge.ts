import { trpcServer } from '@hono/trpc-server';
import type { TRPCError } from '@trpc/server';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Container } from '#server/container.ts';
import { AppError } from '#server/lib/app-error.ts';
import { createOpenStreams } from '#server/lib/concurrency/open-streams.ts';
import type { TrpcContext } from '#server/trpc/context.ts';
import { appRouter } from '#server/trpc/root.ts';
import { sessionIdOf, sessionOf } from './session-of.ts';
import { answerSubscription, isSubscription } from './subscription-edge.ts';

const ENDPOINT = '/trpc';
/** Where the address of a stream begins that stays open as long as its tab. */
export const PATH_OF_LIVE_STREAMS = `${ENDPOINT}/live.`;
/** The most calls allowed in one batch. */
export const MAX_BATCH_SIZE = 20;
/** The most streams one person may have open in this process. A browser has one for all its tabs, and a script one for each answer. */
const STREAMS_PER_PERSON = 50;

/** Whether a path can be decoded: `/%` and `/%ff` can't. */
function isEncoded(path: string): boolean {
  try {
    // The result is used because the bundler leaves out a call whose result nobody needs.
    return typeof decodeURIComponent(path) === 'string';
  } catch {
    return false;
  }
}

/** Lets a stream pass through proxies piece by piece. */
const asItComes = () => new Headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });

/** Mounts the routers. The session is read at most once a request, and only if a call needs it. */
export function trpcEdge({ services, clientOf, log, trouble }: Container): MiddlewareHandler {
  const streams = createOpenStreams(STREAMS_PER_PERSON);

  function createContext(c: Context, headers: Headers): TrpcContext {
    const sessionId = sessionIdOf(c, services);
    const client = clientOf(c);
    let session: ReturnType<TrpcContext['session']> | undefined;
    let hashings = 0;
    const read = () => sessionOf(c, services, client, (cookie) => headers.append('Set-Cookie', cookie));
    return {
      services,
      session: () => (session ??= read()),
      sessionId,
      client,
      countHashing: () => (hashings += 1),
      cookie: (name) => getCookie(c, name),
      browser: () => ({
        ...client,
        sessionId,
        ...(c.req.header('authorization')
          ? { devices: undefined }
          : {
              devices: getCookie(c, services.signIn.deviceCookieName),
              factorDevices: getCookie(c, services.codeAttempts.cookieName),
            }),
      }),
      setCookie: (cookies) => {
        for (const cookie of [cookies].flat()) headers.append('Set-Cookie', cookie);
      },
    };
  }

  type Failed = { error: TRPCError; path?: string | undefined; req?: Request };
  const onError = ({ error, path, req }: Failed) => {
    if (error.cause instanceof AppError) {
      trouble.note(error.cause, { path });
      return;
    }
    if (error.code !== 'INTERNAL_SERVER_ERROR') return;
    const line = { event: 'procedure failed', path, err: error.cause ?? error };
    // The client has disconnected, most often in the middle of its own body.
    if (req?.signal.aborted) log.warn({ ...line, isAborted: true }, 'procedure failed');
    else log.error(line, 'procedure failed');
  };

  const answerCalls = trpcServer({
    router: appRouter,
    endpoint: ENDPOINT,
    maxBatchSize: MAX_BATCH_SIZE,
    createContext: ({ resHeaders }, c) => createContext(c, resHeaders),
    responseMeta: ({ info }) => (info?.accept === 'application/jsonl' ? { headers: asItComes() } : {}),
    onError,
  });

  return async (c, next) => {
    const path = c.req.path.slice(ENDPOINT.length + 1);
    // tRPC would throw on such a path.
    if (!isEncoded(path)) return c.notFound();
    return c.req.method === 'GET' && isSubscription(path)
      ? answerSubscription(c, path, { createContext, onError, streams })
      : answerCalls(c, next);
  };
}
