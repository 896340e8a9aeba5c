import type { DocumentProblem } from '#contract/brain/document-problems.ts';
import type { DocumentImage, DocumentText, Progress, Section } from './reading.ts';

/** The limits of one reading. Beyond either of them the document is refused as too complex. */
export type ReadingLimits = {
  /** How long the process may compute. On a busy machine that takes longer by the clock, which isn't the document's fault. */
  timeMs: number;
  /** How much memory the process may take in all, in bytes. What a PDF or a ZIP file inflates to lies outside the JavaScript heap. */
  memoryBytes: number;
  /** Of that, what JavaScript objects may take. */
  heapBytes: number;
};

export type ReadingRequest = { bytes: Uint8Array; name: string; limits: ReadingLimits };

/** What the process says while it reads. Sections come in batches, so that the server never takes in a large document in one go. */
export type ReadingMessage =
  | { type: 'progress'; progress: Progress }
  | { type: 'sections'; sections: Section[] }
  | { type: 'read'; document: Omit<DocumentText, 'sections'> | DocumentImage }
  | { type: 'refused'; problem: DocumentProblem };
