import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { FromProcess, ReadingLimits, ToProcess } from './messages.ts';

/** How often the process checks its memory and its time, in milliseconds. A parser fills about 20 MB meanwhile. */
const CHECK_EVERY_MS = 10;

type Watched = {
  limits: ReadingLimits;
  /** The process's CPU time when the reading began, in milliseconds; infinite between two readings. */
  begun: Float64Array;
};
/** Reads what was sent, and reports long results in parts. It returns problems as a result and doesn't throw. */
type Read<Request, Part, Result> = (request: Request, report: (part: Part) => Promise<void>) => Promise<Result>;

function computedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Kills the process when it exceeds its limits. This needs a separate thread: a runaway parser blocks the main one. */
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
 * The whole program of a process that reads bytes from strangers, one request after another. Its modules must import
 * parsers lazily: the watchdog thread runs the same program and has to stay small.
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

  // Only the server ends this process, so it ignores signals sent to the whole process group.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  // The listener keeps the process running until the server ends it or exits itself.
  process.on('message', (message: ToProcess<Request>) => void serve(message));
}
