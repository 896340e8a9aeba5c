import type { DocumentProblem } from '#contract/brain/document-problems.ts';
import type { DocumentImage, DocumentText, Progress, Section } from './reading.ts';

export type DocumentRequest = { bytes: Uint8Array; name: string };
export type DocumentPart = { progress: Progress } | { sections: Section[] };
export type DocumentResult =
  | Omit<DocumentText, 'sections'>
  | DocumentImage
  | { kind: 'refused'; problem: DocumentProblem };
