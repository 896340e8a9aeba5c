import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromProcess, ReadingLimits, ToProcess } from './messages.ts';

const MB = 1024 * 1024;
/** How much longer than it may compute a process may take by the clock. */
const CLOCK_PER_COMPUTING = 4;
/** Reading is patient: it leaves the processors to those who wait for an answer. */
export const LOW_PRIORITY = 10;

/** The project's folder, which is where this file is in the sources, whether they or the bundle run. */
const ROOT = new URL('../../../', import.meta.url);
const isBundled = import.meta.filename.endsWith('.js');
const pathOf = (path: string) => fileURLToPath(new URL(path, ROOT));

export type ProcessSettings = {
  /** Its program, as a path in the project. */
  entry: string;
  limits: ReadingLimits;
  priority: number;
};

/** Which of the two to run: our sources or what the build made of them. */
export const entryOf = ({ source, bundle }: { source: string; bundle: string }): string =>
  isBundled ? bundle : source;

/** Thrown when what was read took the process beyond its limits, or made the system end it. */
export class ReadingKilled extends Error {}

type ReadOptions<Part> = { signal: AbortSignal; onPart?: (part: Part) => void };
export type ReadingProcess<Request, Part, Result> = {
  /**
   * Reads one thing, within the limits. The next can be read once this one is. Throws ReadingKilled, the signal's
   * reason, or an error that says nothing about what was read. Whatever fails ends the process; the next reading gets a
   * new one.
   */
  read: (request: Request, options: ReadOptions<Part>) => Promise<Result>;
  /** Resolves once the process is gone, and with it all that it held. */
  end: () => Promise<void>;
};

/**
 * The process may read its own code and nothing else: no file of the data folder, no settings. It can't write, start
 * programs, load native code or turn text into code. The thread that watches its memory needs `--allow-worker`.
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
    // It has ended already.
  }
  // Where memory is short, Linux ends this process and not the server. Other systems have no such file.
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

/** Whether the process was ended from outside: by its own watch, by V8 when the heap was full, or by the system. */
const ranOver = (code: number | null, signal: NodeJS.Signals | null) => signal !== null || (code ?? 0) >= 128;

/**
 * Reads bytes of strangers in a process of its own, which starts with the first of them. Whatever they do to it, the
 * server only sees it end. One process reads what belongs together, such as the pages of one site; everything else gets
 * another.
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
        // What the caller does with the part failed.
        reject(error);
      }
    };
    const exit = (code: number | null, by: NodeJS.Signals | null) =>
      reject(
        ranOver(code, by)
          ? new ReadingKilled(`the process that reads was ended by ${by ?? `code ${code}`}`)
          : new Error(`the process that reads exited with code ${code}`),
      );
    const stop = () => reject(signal.reason);
    const timeMs = limits.timeMs * CLOCK_PER_COMPUTING;
    const timer = setTimeout(() => reject(new ReadingKilled(`no result within ${timeMs} ms`)), timeMs);
    child.on('message', take).on('error', reject).on('exit', exit);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const message: ToProcess<Request> = { request, limits };
      // A process that is gone before it has the request says why by its exit.
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
      // It doesn't keep what it no longer needs while it waits.
      if (memoryBytes > limits.memoryBytes / 2) await end();
      return result;
    } catch (error) {
      await end();
      throw error;
    }
  }

  return { read, end };
}
