import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from '@trpc/server';
import type { Context } from 'hono';
import { DEAD_AFTER_MS, PING_EVERY_MS } from '#contract/live.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { OpenStreams } from '#server/lib/concurrency/open-streams.ts';
import { toAppError } from '#server/lib/database-errors.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { TrpcContext } from '#server/trpc/context.ts';
import { toTrpcError } from '#server/trpc/init.ts';
import { appRouter } from '#server/trpc/root.ts';

const encoder = new TextEncoder();
const named = (name: string, data = '') => encoder.encode(`event: ${name}\ndata: ${data}\n\n`);
const CONNECTED = named('connected', JSON.stringify({ reconnectAfterInactivityMs: DEAD_AFTER_MS }));
const PING = named('ping');
const RETURN = named('return');
const failed = (shape: object) => named('serialized-error', JSON.stringify(shape));

type Options = {
  createContext: (c: Context, headers: Headers) => TrpcContext;
  onError: (input: { error: TRPCError; path: string }) => void;
  /** The streams each person has open. */
  streams: OpenStreams;
};

/** The `input` parameter, as tRPC's links write it. Throws PARSE_ERROR when it isn't JSON. */
function readInput(url: URL): unknown {
  const input = url.searchParams.get('input');
  try {
    return input === null ? undefined : JSON.parse(input);
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause });
  }
}

/** Whether this path is a procedure that answers with a stream. */
export function isSubscription(path: string): boolean {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>; // reason: tRPC types the record by name only
  return Object.hasOwn(procedures, path) && procedures[path]?._def.type === 'subscription';
}

/**
 * Streams a subscription procedure as tRPC's links expect it (its server-sent events protocol: connected, data, ping, return,
 * serialized-error). tRPC's own producer passes each event through three generators and four web streams, which costs more than the model
 * does; this one writes an event as one chunk, and takes the next only when it is wanted.
 */
export async function answerSubscription(
  c: Context,
  path: string,
  { createContext, onError, streams }: Options,
): Promise<Response> {
  const leaving = new AbortController();
  const ending = new AbortController();
  const signal = AbortSignal.any([c.req.raw.signal, leaving.signal, ending.signal]);
  const headers = new Headers({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  const ctx = createContext(c, headers);

  function shapeOf(cause: unknown) {
    const known = toAppError(cause);
    const error = known ? toTrpcError(known) : getTRPCErrorFromUnknown(cause);
    onError({ error, path });
    const { _config: config } = appRouter._def;
    return getTRPCErrorShape({ config, error, type: 'subscription', path, input: undefined, ctx });
  }

  let input: unknown;
  try {
    input = readInput(new URL(c.req.url));
  } catch (error) {
    // Nothing has been streamed yet, so this can still be an ordinary response with its status.
    return c.json({ error: shapeOf(error) }, 400);
  }
  // A renewed session sets a cookie, which must be in the headers before streaming starts.
  const session = await ctx.session();
  let events: AsyncIterator<unknown> | undefined;
  let pinging: NodeJS.Timeout | undefined;

  async function open(): Promise<AsyncIterator<unknown>> {
    const call = { router: appRouter, path, type: 'subscription' as const, ctx, signal, batchIndex: 0 };
    const iterable: AsyncIterable<unknown> = await callTRPCProcedure({ ...call, getRawInput: async () => input });
    return iterable[Symbol.asyncIterator]();
  }

  // Counted before the answer is looked up. Without a session there's no stream to count: the procedure refuses.
  const leave = session ? streams.enter(session.userId) : () => undefined;
  if (!leave) {
    const refused = [CONNECTED, failed(shapeOf(toTrpcError(new AppError('TOO_MANY_STREAMS'))))];
    return new Response(Buffer.concat(refused), { headers });
  }
  const { sessions } = ctx.services;
  // A browser opens another stream, and learns then that its session is over: its page is cleared right away
  // (SESSION-6).
  const endIfOver = async (over: ValidSession) => {
    if (!(await sessions.isThere(over).catch(() => false))) ending.abort();
  };
  const stopWatching =
    session?.kind === 'browser'
      ? sessions.watchEndings(session.userId, () => void endIfOver(session))
      : () => undefined;
  const end = () => {
    clearInterval(pinging);
    stopWatching();
    leave();
  };

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(CONNECTED);
      pinging = setInterval(() => (controller.desiredSize ?? 0) > 0 && controller.enqueue(PING), PING_EVERY_MS);
    },
    async pull(controller) {
      let last: Uint8Array;
      try {
        events ??= await open();
        const { done, value } = await events.next();
        // Its reader may have left while it waited.
        if (leaving.signal.aborted) return end();
        if (!done) return controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
        last = RETURN;
      } catch (error) {
        last = failed(shapeOf(error));
      }
      end();
      if (leaving.signal.aborted) return;
      controller.enqueue(last);
      controller.close();
    },
    async cancel() {
      leaving.abort();
      await events?.return?.();
    },
  });
  // If the client leaves early, this response is never read, and only the abort signal reports it.
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return new Response(body, { headers });
}
