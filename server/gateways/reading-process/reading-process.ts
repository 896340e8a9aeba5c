import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromProcess, ReadingLimits, ToProcess } from './messages.ts';

const MB = 1024 * 1024;
/** Reading can wait: it leaves the CPUs to requests that people are waiting for. */
export const LOW_PRIORITY = 10;

/** The project's folder, whether the sources or the bundle are running. */
const ROOT = new URL('../../../', import.meta.url);
const isBundled = import.meta.filename.endsWith('.js');
const pathOf = (path: string) => fileURLToPath(new URL(path, ROOT));

export type ProcessSettings = {
  /** The process's program, as a path in the project. */
  entry: string;
  limits: ReadingLimits;
  priority: number;
};

/** Which of the two to run: the source or the bundle. */
export const entryOf = ({ source, bundle }: { source: string; bundle: string }): string =>
  isBundled ? bundle : source;

/**
 * Thrown when a reading used more CPU time or memory than its process may, or made the operating system kill it. A
 * reading that only took too long by the clock throws an ordinary error.
 */
export class ReadingKilled extends Error {}

type ReadOptions<Part> = { signal: AbortSignal; onPart?: (part: Part) => void };
export type ReadingProcess<Request, Part, Result> = {
  /**
   * Reads one thing, within the limits; call it again only once it has settled. Throws ReadingKilled, the signal's
   * reason, or an error that isn't the fault of what was read. Any failure ends the process; the next reading gets a
   * new one.
   */
  read: (request: Request, options: ReadOptions<Part>) => Promise<Result>;
  /** Resolves once the process is gone, along with its memory. */
  end: () => Promise<void>;
};

/**
 * The process can read its own code and nothing else: no file in the data folder, no settings. It can't write, start
 * programs, load native code or evaluate strings as code. The thread that watches its memory needs `--allow-worker`.
 */
const nodeOptions = ({ entry, limits: { heapBytes } }: ProcessSettings) => [
  '--permission',
  '--allow-worker',
  ...['package.json', ...(entry.endsWith('.js') ? [`${dirname(entry)}/*`] : ['server/*', 'node_modules/*'])].map(
    (path) => `--allow-fs-read=${pathOf(path)}`,
  ),
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${heapBytes / MB}`,
  '--disable-warning=ExperimentalWarning',
];

function start(settings: ProcessSettings): ChildProcess {
  const child = fork(pathOf(settings.entry), [], {
    execArgv: nodeOptions(settings),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid === undefined) return child;
  try {
    setPriority(child.pid, settings.priority);
  } catch {
    // The process has ended already.
  }
  // When memory runs short, Linux kills this process instead of the server. Other systems have no such file.
  writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Whether the process was killed: by its watchdog, by V8 when the heap was full, or by the operating system. */
const wasKilled = (code: number | null, signal: NodeJS.Signals | null) => signal !== null || (code ?? 0) >= 128;

/**
 * Reads bytes from strangers in a separate process, which starts with the first reading. Whatever they do to it, the
 * server only sees it exit. One process reads bytes that belong together, such as the pages of one site; everything
 * else gets its own.
 */
export function createReadingProcess<Request, Part, Result>(
  settings: ProcessSettings,
): ReadingProcess<Request, Part, Result> {
  type Answer = Exclude<FromProcess<Part, Result>, { part: Part }>;
  const { limits } = settings;
  let running: ChildProcess | null = null;

  async function end(): Promise<void> {
    const child = running;
    running = null;
    if (child) await kill(child);
  }

  function startNext(): ChildProcess {
    const started = start(settings);
    const forget = () => {
      if (running === started) running = null;
    };
    started.on('exit', forget).on('error', forget);
    return (running = started);
  }

  async function readIn(child: ChildProcess, request: Request, { signal, onPart }: ReadOptions<Part>): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const take = (answer: { part: Part } | Answer) => {
      if ('result' in answer) return resolve(answer);
      try {
        onPart?.(answer.part);
      } catch (error) {
        // The caller's `onPart` threw.
        reject(error);
      }
    };
    const exit = (code: number | null, by: NodeJS.Signals | null) =>
      reject(
        wasKilled(code, by)
          ? new ReadingKilled(`the reading process was killed by ${by ?? `code ${code}`}`)
          : new Error(`the reading process exited with code ${code}`),
      );
    const stop = () => reject(signal.reason);
    const late = () => reject(new Error(`no result within ${limits.clockMs} ms`));
    const timer = setTimeout(late, limits.clockMs);
    child.on('message', take).on('error', reject).on('exit', exit);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const message: ToProcess<Request> = { request, limits };
      // If the process exits before it has the request, its exit code says why.
      child.send(message, () => undefined);
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      child.off('message', take).off('error', reject).off('exit', exit);
    }
  }

  async function read(request: Request, options: ReadOptions<Part>): Promise<Result> {
    options.signal.throwIfAborted();
    try {
      const { result, memoryBytes } = await readIn(running ?? startNext(), request, options);
      // A process that uses too much memory isn't kept while it is idle.
      if (memoryBytes > limits.memoryBytes / 2) await end();
      return result;
    } catch (error) {
      await end();
      throw error;
    }
  }

  return { read, end };
}
