import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { ReadingLimits, ReadingMessage, ReadingRequest } from './process-messages.ts';

/** How often the process checks its memory and its time, in milliseconds. A parser fills about 20 MB meanwhile. */
const CHECK_EVERY_MS = 10;
const BATCH = 500;

const send = async (message: ReadingMessage): Promise<void> =>
  new Promise((sent) => {
    process.send?.(message, () => sent());
  });

/** Reads the document and says so in messages. The parsers are imported here, so that the thread that watches stays small. */
async function readAndTell({ bytes, name }: ReadingRequest): Promise<void> {
  const { readDocumentHere, problemOf } = await import('./read-document.ts');
  try {
    const document = await readDocumentHere(bytes, name, (progress) => void send({ type: 'progress', progress }));
    if (document.kind === 'image') return await send({ type: 'read', document });
    const { sections, ...rest } = document;
    for (let from = 0; from < sections.length; from += BATCH)
      await send({ type: 'sections', sections: sections.slice(from, from + BATCH) });
    await send({ type: 'read', document: rest });
  } catch (error) {
    await send({ type: 'refused', problem: problemOf(error) });
  }
}

/** Ends the process beyond its limits. This needs a thread of its own: a parser that runs away never lets the main one have a turn. */
function watch({ timeMs, memoryBytes }: ReadingLimits): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    const usedMs = (user + system) / 1_000;
    if (process.memoryUsage.rss() > memoryBytes || usedMs > timeMs) process.kill(process.pid, 'SIGKILL');
  }, CHECK_EVERY_MS);
}

async function serve(request: ReadingRequest): Promise<void> {
  const watching = new Worker(fileURLToPath(import.meta.url), { workerData: request.limits });
  watching.unref();
  await once(watching, 'online');
  await readAndTell(request);
}

if (isMainThread) {
  // The server ends this process; a signal to the whole group isn't meant for it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  // The listener keeps the process running until the server ends it, or is gone itself.
  process.on('message', (request: ReadingRequest) => void serve(request));
} else watch(workerData);
