import type { SourceProblem } from '#contract/brain/sources.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { OnProgress } from '#server/gateways/documents/reading.ts';
import { bytesOf, toPassages, type SourceReading } from './source-reading.ts';

/** More passages than these would take a database on the same machine too long. */
const PASSAGES_MAX = 10_000;

type Options = { documents: DocumentReader; owner: string; signal: AbortSignal; onProgress: OnProgress };

/** Reads an uploaded file, or says why it can't be read. */
export async function readFileSource(
  { name, content }: { name: string; content: Uint8Array },
  { documents, ...options }: Options,
): Promise<SourceReading | SourceProblem> {
  const document = await documents.readDocument(content, { ...options, name });
  if (document.kind === 'refused') return `file_${document.problem}`;
  if (document.kind === 'image') return 'images_refused';
  const passages = toPassages(document.sections, null);
  if (passages.length > PASSAGES_MAX) return 'file_too_complex';
  const { unit, count } = document;
  return { unit, units: count, passages, bytes: bytesOf(passages), pages: [], unchanged: new Set(), name: null };
}
