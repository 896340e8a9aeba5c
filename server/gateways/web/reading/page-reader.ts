import { createWorkQueue } from '#server/lib/concurrency/work-queue.ts';
import type { ReadingLimits } from '../../reading-process/messages.ts';
import { createReadingProcess, entryOf, LOW_PRIORITY, ReadingKilled } from '../../reading-process/reading-process.ts';
import { PageProblem } from '../page-problem.ts';
import type { Ask, PageAnswer, PageRequest, ReadingKind, Readings } from './requests.ts';

const MB = 1024 * 1024;
/** Real pages take milliseconds, and about 20 MB on top of the 65 MB that the process starts with. */
const LIMITS: ReadingLimits = { timeMs: 10_000, clockMs: 40_000, memoryBytes: 256 * MB, heapBytes: 128 * MB };
const ENTRY = entryOf({
  source: 'server/gateways/web/reading/page-process.ts',
  bundle: 'dist/app/pages/page-process.js',
});
const QUEUE = { concurrency: 2, maxWaiting: 64, maxWaitMs: 120_000, maxPerKey: 32, keyIsFull: 'SERVER_BUSY' } as const;
/** The first kill may be the fault of a machine that is short of memory. */
const KILLS_MAX = 2;

export type PageReader = {
  ask: Ask;
  /** Ends its process. Pending and later requests reject. */
  close: () => Promise<void>;
};
/** `owner` is the person whose website it is: people take turns when the queue is long. */
export type OpenPageReader = (owner: string, signal: AbortSignal) => PageReader;

/**
 * Creates readers of what websites send: pages, robots.txt, sitemaps. Each reader, for example of one site, has its own
 * process, which starts with the first request and ends when the reader is closed.
 */
export function createPageReaders({ limits = LIMITS, entry = ENTRY, priority = LOW_PRIORITY } = {}): OpenPageReader {
  const queue = createWorkQueue(QUEUE);

  return (owner, signal) => {
    const process = createReadingProcess<PageRequest, never, PageAnswer>({ entry, limits, priority });
    const closing = new AbortController();
    const stopping = AbortSignal.any([signal, closing.signal]);
    let kills = 0;
    let last: Promise<unknown> = Promise.resolve();

    async function askInTurn(request: PageRequest): Promise<PageAnswer> {
      const endTurn = await queue.enter(owner, stopping).catch((error: unknown) => {
        stopping.throwIfAborted();
        throw error;
      });
      try {
        return await process.read(request, { signal: stopping });
      } finally {
        endTurn();
      }
    }

    /** A website that kills its process gets one more, and no third. */
    async function askWithRetry(request: PageRequest): Promise<PageAnswer> {
      while (kills < KILLS_MAX) {
        try {
          return await askInTurn(request);
        } catch (error) {
          if (!(error instanceof ReadingKilled)) throw error;
          kills += 1;
        }
      }
      throw new PageProblem('too_complex', { cause: new Error('its bytes killed the reading process twice') });
    }

    return {
      ask: async <K extends ReadingKind>(kind: K, request: Readings[K]['request']) => {
        // One request after another: a site whose pages are read two at a time has only one process and one place in
        // the queue.
        const asked = last.then(() => askWithRetry({ kind, ...request } as PageRequest)); // reason: `kind` and its request belong together
        last = asked.catch(() => undefined);
        return asked;
      },
      close: async () => {
        closing.abort(new Error('the reading is over'));
        await process.end();
      },
    };
  };
}
