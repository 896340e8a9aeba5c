import { createWorkQueue } from '#server/lib/concurrency/work-queue.ts';
import type { ReadingLimits } from '../../reading-process/messages.ts';
import { createReadingProcess, entryOf, LOW_PRIORITY, ReadingKilled } from '../../reading-process/reading-process.ts';
import { PageProblem } from '../page-problem.ts';
import type { Ask, PageAnswer, PageRequest, ReadingKind, Readings } from './requests.ts';

const MB = 1024 * 1024;
/** Real pages take milliseconds, and some 20 MB besides the 65 that the process starts with. */
const LIMITS: ReadingLimits = { timeMs: 10_000, memoryBytes: 256 * MB, heapBytes: 128 * MB };
const ENTRY = entryOf({
  source: 'server/gateways/web/reading/page-process.ts',
  bundle: 'dist/app/pages/page-process.js',
});
const QUEUE = { concurrency: 2, maxWaiting: 64, maxWaitMs: 120_000, maxPerKey: 32, keyIsFull: 'SERVER_BUSY' } as const;
/** The first time may be the fault of a machine that is short of memory. */
const KILLS_MAX = 2;

export type PageReader = {
  ask: Ask;
  /** Ends its process. What is still asked rejects. */
  close: () => Promise<void>;
};
/** Whose website it is: people take turns when much waits. */
export type OpenPageReader = (owner: string, signal: AbortSignal) => PageReader;

/**
 * Readers of what websites send: pages, robots.txt, sitemaps. The bytes of each reading, such as those of a site, have
 * a process of their own, which starts with the first and ends with the reading.
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

    /** A website that ends its process gets one more, and that is all. */
    async function askTwice(request: PageRequest): Promise<PageAnswer> {
      while (kills < KILLS_MAX) {
        try {
          return await askInTurn(request);
        } catch (error) {
          if (!(error instanceof ReadingKilled)) throw error;
          kills += 1;
        }
      }
      throw new PageProblem('too_complex', { cause: new Error('its bytes ended the process that reads them, twice') });
    }

    return {
      ask: async <K extends ReadingKind>(kind: K, request: Readings[K]['request']) => {
        // One after the other: a site whose pages are read two at a time has one process, and waits for one turn.
        const asked = last.then(() => askTwice({ kind, ...request } as PageRequest)); // reason: `kind` and its request belong together
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
