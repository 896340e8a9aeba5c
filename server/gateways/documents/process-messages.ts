import type { DocumentProblem } from '#contract/brain/document-problems.ts';
import type { DocumentImage, DocumentText, Progress, Scan, Section } from './reading.ts';

export type DocumentRequest = { bytes: Uint8Array; name: string };
export type DocumentPart = { progress: Progress } | { sections: Section[] } | { scan: Scan };
export type DocumentResult =
  | Omit<DocumentText, 'sections' | 'scans'>
  | DocumentImage
  | { kind: 'refused'; problem: DocumentProblem };
