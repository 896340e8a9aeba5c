import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MAX_DOCUMENT_BYTES } from '#contract/brain/document-problems.ts';
import { createWorkQueue } from '#server/lib/concurrency/work-queue.ts';
import type { ReadingLimits, ReadingMessage, ReadingRequest } from './process-messages.ts';
import type { DocumentReading, OnProgress, Section } from './reading.ts';

const MB = 1024 * 1024;
const LIMITS: ReadingLimits = { timeMs: 30_000, memoryBytes: 640 * MB, heapBytes: 384 * MB };
/** How much longer than it may compute a process may take by the clock. */
const CLOCK_PER_COMPUTING = 4;
/** Reading is patient: it leaves the processors to those who wait for an answer. */
const LOW_PRIORITY = 10;

const QUEUE = { concurrency: 2, maxWaiting: 16, maxWaitMs: 120_000, maxPerKey: 8, keyIsFull: 'SERVER_BUSY' } as const;

/** The project's folder, which is where this file is in the sources, whether they or the bundle run. */
const ROOT = new URL('../../../', import.meta.url);
const isBundled = import.meta.filename.endsWith('.js');
const PROCESS = isBundled ? 'dist/app/documents/document-process.js' : 'server/gateways/documents/document-process.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, ROOT));
/**
 * The process may read its own code and nothing else: no file of the data folder, no settings. It can't write, start programs, load native
 * code or turn text into code. The thread that watches its memory needs `--allow-worker`.
 */
const nodeOptions = (entry: string, { heapBytes }: ReadingLimits) => [
  '--permission',
  '--allow-worker',
  ...['package.json', ...(entry.endsWith('.js') ? ['dist/app/documents/*'] : ['server/*', 'node_modules/*'])].map(
    (path) => `--allow-fs-read=${pathOf(path)}`,
  ),
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${heapBytes / MB}`,
  '--disable-warning=ExperimentalWarning',
];

export type ReadDocumentOptions = {
  name: string;
  /** Whose document it is: people take turns when many documents wait. */
  owner?: string;
  signal?: AbortSignal;
  onProgress?: OnProgress;
};
export type DocumentReader = {
  /**
   * Reads a document, or says why it can't be read. Rejects when the signal aborts, with its reason; with SERVER_BUSY when too many
   * documents wait; and with an error when reading itself failed, which says nothing about the document.
   */
  readDocument: (bytes: Uint8Array, options: ReadDocumentOptions) => Promise<DocumentReading>;
  /** Ends all reading, which rejects. */
  close: () => void;
};

function start(entry: string, limits: ReadingLimits, priority: number): ChildProcess {
  const child = fork(pathOf(entry), [], {
    execArgv: nodeOptions(entry, limits),
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, priority);
  } catch {
    // It has ended already.
  }
  return child;
}

/** Resolves once the process is gone, and with it all that it held. */
async function end(child: ChildProcess): Promise<void> {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Whether the process was ended from outside: by its own watch, by V8 when the heap was full, or by the system. */
const ranOver = (code: number | null, signal: NodeJS.Signals | null) => signal !== null || (code ?? 0) >= 128;

function receive(child: ChildProcess, { bytes }: ReadingRequest, onProgress?: OnProgress): Promise<DocumentReading> {
  const { promise, resolve, reject } = Promise.withResolvers<DocumentReading>();
  const sections: Section[] = [];
  const take = (message: ReadingMessage) => {
    if (message.type === 'progress') onProgress?.(message.progress);
    else if (message.type === 'sections') sections.push(...message.sections);
    else if (message.type === 'refused') resolve({ kind: 'refused', problem: message.problem });
    else if (message.document.kind === 'image') resolve({ ...message.document, bytes });
    else resolve({ ...message.document, sections });
  };
  child.on('message', (message: ReadingMessage) => {
    try {
      take(message);
    } catch (error) {
      // What the caller does with the progress failed.
      reject(error);
    }
  });
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    if (ranOver(code, signal)) resolve({ kind: 'refused', problem: 'too_complex' });
    else reject(new Error(`the process that reads documents exited with code ${code}`));
  });
  return promise;
}

/**
 * Reads documents that people upload. Each is read in a process of its own, which is started for it and ends with it: it can neither take
 * the server down nor leave anything behind for the next document, and costs nothing while none is read.
 */
export function createDocumentReader({
  limits = LIMITS,
  entry = PROCESS,
  priority = LOW_PRIORITY,
} = {}): DocumentReader {
  const queue = createWorkQueue(QUEUE);
  const closing = new AbortController();

  async function readInTurn(
    bytes: Uint8Array,
    { name, signal, onProgress }: ReadDocumentOptions,
  ): Promise<DocumentReading> {
    const child = start(entry, limits, priority);
    const request: ReadingRequest = { bytes, name, limits };
    const reading = receive(child, request, onProgress);
    const stopping = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
    const ended = Promise.withResolvers<DocumentReading>();
    const stop = () => ended.reject(stopping.reason);
    stopping.addEventListener('abort', stop);
    const tooLate = () => ended.resolve({ kind: 'refused', problem: 'too_complex' });
    const timer = setTimeout(tooLate, limits.timeMs * CLOCK_PER_COMPUTING);
    try {
      stopping.throwIfAborted();
      // A process that is gone before it has the request says why by its exit.
      child.send(request, () => undefined);
      return await Promise.race([reading, ended.promise]);
    } finally {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
      // When it's ended from here, nobody waits for what it says.
      reading.catch(() => undefined);
      await end(child);
    }
  }

  return {
    readDocument: async (bytes, options) => {
      options.signal?.throwIfAborted();
      if (bytes.length > MAX_DOCUMENT_BYTES) return { kind: 'refused', problem: 'too_large' };
      if (bytes.length === 0) return { kind: 'refused', problem: 'empty' };
      const endTurn = await queue.enter(options.owner ?? '', options.signal).catch((error: unknown) => {
        options.signal?.throwIfAborted();
        throw error;
      });
      try {
        return await readInTurn(bytes, options);
      } finally {
        endTurn();
      }
    },
    close: () => closing.abort(new Error('the server is stopping')),
  };
}
