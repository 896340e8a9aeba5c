import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { FromProcess, ReadingLimits, ToProcess } from './messages.ts';

/** How often the process checks its memory and its time, in milliseconds. A parser fills about 20 MB meanwhile. */
const CHECK_EVERY_MS = 10;

type Watched = {
  limits: ReadingLimits;
  /** What the process had computed when the reading began, in milliseconds; infinite between two readings. */
  begun: Float64Array;
};
/** Reads what was sent, and reports long results in parts. It answers with what went wrong and doesn't throw. */
type Read<Request, Part, Result> = (request: Request, report: (part: Part) => Promise<void>) => Promise<Result>;

function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Ends the process beyond its limits. This needs a thread of its own: a parser that runs away never lets the main one
 * have a turn.
 */
function watch({ limits, begun }: Watched): void {
  setInterval(() => {
    const usedMs = computedMs() - (begun[0] ?? 0);
    if (process.memoryUsage.rss() > limits.memoryBytes || usedMs > limits.timeMs) process.kill(process.pid, 'SIGKILL');
  }, CHECK_EVERY_MS);
}

async function startWatching(watched: Watched): Promise<void> {
  const watching = new Worker(process.argv[1] ?? '', { workerData: watched });
  watching.unref();
  await once(watching, 'online');
}

/**
 * The whole program of a process that reads bytes of strangers, one request after the other. Its modules must import
 * parsers only when something is read: the thread that watches runs the same program and stays small.
 */
export function serveReadings<Request, Part, Result>(read: Read<Request, Part, Result>): void {
  if (!isMainThread) return watch(workerData as Watched); // reason: only `startWatching` starts a thread
  const begun = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  let watching: Promise<void> | null = null;
  const send = async (message: FromProcess<Part, Result>): Promise<void> =>
    new Promise((sent) => {
      process.send?.(message, () => sent());
    });

  async function serve({ request, limits }: ToProcess<Request>): Promise<void> {
    begun[0] = computedMs();
    await (watching ??= startWatching({ limits, begun }));
    const result = await read(request, (part) => send({ part }));
    begun[0] = Number.POSITIVE_INFINITY;
    await send({ result, memoryBytes: process.memoryUsage.rss() });
  }

  // The server ends this process; a signal to the whole group isn't meant for it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  // The listener keeps the process running until the server ends it, or is gone itself.
  process.on('message', (message: ToProcess<Request>) => void serve(message));
}
