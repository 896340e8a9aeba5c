import type { SourceProblem } from '#contract/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import type { DocumentReader } from '#server/gateways/documents/document-reader.ts';
import type { DocumentText, OnProgress, Section } from '#server/gateways/documents/reading.ts';
import type { PromptVersion } from '#server/prompts/model-task.ts';
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

type Scanned = { sections: Section[]; leftOut: number; prompt?: PromptVersion };

/**
 * What a model sees on the scanned pages of a PDF. Without a model that sees, they are left out; a document
 * that has no text at all can't be read.
 */
async function describeScans(
  { title, sections: read, scans = [] }: DocumentText,
  { describeImage, owner, signal, onProgress }: Omit<FileOptions, 'documents'>,
): Promise<Scanned | SourceProblem | 'over budget'> {
  const sections: Section[] = [];
  const scanned = new Set(scans.map(({ page }) => page));
  // The page numbers and stamps of scans aren't what a document says.
  const hasText = read.length > 0;
  const isTextRead = read.some(({ place }) => !scanned.has(place.page ?? 0));
  let leftOut = 0;
  let problem: SourceProblem = 'file_empty';
  let prompt: PromptVersion | undefined;
  for (const [index, { page, width, height, bytes }] of scans.entries()) {
    const isAnyRead = isTextRead || sections.length > 0;
    const rest = { sections, leftOut: leftOut + scans.length - index, prompt };
    onProgress({ done: index, of: scans.length, unit: 'page' });
    const image = { kind: 'image', title, mime: 'image/png', width, height, bytes } as const;
    const described = await describeImage(owner, image, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // A retry would begin with the first page again, and each costs a request.
      if (sections.length > 0) return null;
      throw error;
    });
    if (described === null) return rest;
    if (described === 'over budget') return isAnyRead ? rest : described;
    if ('text' in described) {
      prompt = described.prompt;
      sections.push({ path: [], place: { page }, text: described.text });
    } else if (described.problem === 'images_refused') {
      return hasText || sections.length > 0 ? rest : 'scan_refused';
    } else if (described.problem !== 'file_empty') {
      problem = described.problem;
      leftOut += 1;
    }
  }
  return scans.length > 0 && !hasText && sections.length === 0 ? problem : { sections, leftOut, prompt };
}

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
  const scanned = await describeScans(document, { describeImage, owner, signal, onProgress });
  if (typeof scanned === 'string') return scanned;
  const sections = [...document.sections, ...scanned.sections];
  if (scanned.sections.length > 0) sections.sort((a, b) => (a.place.page ?? 0) - (b.place.page ?? 0));
  const passages = await toPassages(sections, null);
  if (passages.length > PASSAGES_MAX) return 'file_too_complex';
  const { unit, count, leftOut } = document;
  const prompt = scanned.prompt && { prompt: scanned.prompt };
  const scans = (leftOut?.scans ?? 0) + scanned.leftOut;
  return {
    ...NO_PAGES,
    ...prompt,
    unit,
    units: count,
    passages,
    bytes: bytesOf(passages),
    leftOut: { ...leftOut, ...(scans > 0 ? { scans } : {}) },
  };
}
