import { MAX_DOCUMENT_BYTES } from '#contract/brain/document-problems.ts';
import { createWorkQueue } from '#server/lib/concurrency/work-queue.ts';
import type { ReadingLimits } from '../reading-process/messages.ts';
import { createReadingProcess, entryOf, LOW_PRIORITY, ReadingKilled } from '../reading-process/reading-process.ts';
import type { DocumentPart, DocumentRequest, DocumentResult } from './process-messages.ts';
import type { DocumentReading, OnProgress, Scan, Section } from './reading.ts';

const MB = 1024 * 1024;
const LIMITS: ReadingLimits = { timeMs: 30_000, clockMs: 120_000, memoryBytes: 640 * MB, heapBytes: 384 * MB };
const ENTRY = entryOf({
  source: 'server/gateways/documents/document-process.ts',
  bundle: 'dist/app/documents/document-process.js',
});

const QUEUE = { concurrency: 2, maxWaiting: 16, maxWaitMs: 120_000, maxPerKey: 8, keyIsFull: 'SERVER_BUSY' } as const;

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

/**
 * Reads documents that people upload. Each is read in a process of its own, which is started for it and ends with it: it can neither take
 * the server down nor leave anything behind for the next document, and costs nothing while none is read.
 */
export function createDocumentReader({ limits = LIMITS, entry = ENTRY, priority = LOW_PRIORITY } = {}): DocumentReader {
  const queue = createWorkQueue(QUEUE);
  const closing = new AbortController();

  async function readInTurn(
    bytes: Uint8Array,
    { name, signal, onProgress }: ReadDocumentOptions,
  ): Promise<DocumentReading> {
    const process = createReadingProcess<DocumentRequest, DocumentPart, DocumentResult>({ entry, limits, priority });
    const sections: Section[] = [];
    const scans: Scan[] = [];
    const take = (part: DocumentPart) => {
      if ('progress' in part) onProgress?.(part.progress);
      else if ('scan' in part) scans.push(part.scan);
      else sections.push(...part.sections);
    };
    try {
      const stopping = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
      const document = await process.read({ bytes, name }, { signal: stopping, onPart: take });
      if (document.kind === 'refused') return document;
      if (document.kind === 'image') return { ...document, bytes };
      return { ...document, sections, ...(scans.length > 0 ? { scans } : {}) };
    } catch (error) {
      if (error instanceof ReadingKilled) return { kind: 'refused', problem: 'too_complex' };
      throw error;
    } finally {
      await process.end();
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
