import type { SourceProblem } from '#contract/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { OnProgress } from '#server/gateways/documents/reading.ts';
import type { DescribeImage } from './describe-image.ts';
import { bytesOf, toPassages, type SourceReading } from './source-reading.ts';

/** More passages than these would take a database on the same machine too long. */
const PASSAGES_MAX = 10_000;

const NO_PAGES = { pages: [], unchanged: new Set<string>(), name: null };

export type FileOptions = {
  documents: DocumentReader;
  describeImage: DescribeImage;
  owner: UserId;
  signal: AbortSignal;
  onProgress: OnProgress;
};

/** Reads an uploaded file, or says why it can't be read. */
export async function readFileSource(
  { name, content }: { name: string; content: Uint8Array },
  { documents, describeImage, owner, signal, onProgress }: FileOptions,
): Promise<SourceReading | SourceProblem | 'over budget'> {
  const document = await documents.readDocument(content, { name, owner, signal, onProgress });
  if (document.kind === 'refused') return `file_${document.problem}`;
  if (document.kind === 'image') {
    const described = await describeImage(owner, document, signal);
    if (described === 'over budget') return described;
    if ('problem' in described) return described.problem;
    const passages = await toPassages([{ path: [], place: {}, text: described.text }], null);
    const { prompt } = described;
    return { ...NO_PAGES, unit: 'page', units: 1, passages, bytes: bytesOf(passages), prompt };
  }
  const passages = await toPassages(document.sections, null);
  if (passages.length > PASSAGES_MAX) return 'file_too_complex';
  const { unit, count } = document;
  return { ...NO_PAGES, unit, units: count, passages, bytes: bytesOf(passages) };
}
