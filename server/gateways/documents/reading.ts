import type { DocumentProblem } from '#contract/brain/document-problems.ts';
import type { LeftOut } from '#contract/brain/left-out.ts';

/** Where a text is in its document. Pages and rows are numbered from 1, as the program that wrote the document shows them. */
export type Place = { page?: number; sheet?: string; row?: number };

/** A piece of a document: a page, a row, or what is below one heading. `path` has the headings above it, outermost first. */
export type Section = { path: string[]; place: Place; text: string };

/** What a document is counted in. */
export type DocumentUnit = 'page' | 'row' | 'sheet' | 'section';
export type TextKind = 'pdf' | 'docx' | 'text' | 'markdown' | 'csv' | 'xlsx' | 'html' | 'rtf' | 'odt' | 'ods' | 'epub';

/** A page without text, or with hardly any, as a PNG that a model can look at. */
export type Scan = { page: number; width: number; height: number; bytes: Uint8Array };

/** A document's text. `count` says how many units it has. */
export type DocumentText = {
  kind: TextKind;
  title: string;
  unit: DocumentUnit;
  count: number;
  sections: Section[];
  /** The content that wasn't read. */
  leftOut?: LeftOut;
  /** The pages that have hardly any text until a model has looked at them. */
  scans?: Scan[];
};
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
export type DocumentImage = { kind: 'image'; title: string; mime: ImageType; width: number; height: number };
/** What became of a document. An image has no text until a model describes it: `bytes` are for that model. */
export type DocumentReading =
  | DocumentText
  | (DocumentImage & { bytes: Uint8Array })
  | { kind: 'refused'; problem: DocumentProblem };

export type Progress = { done: number; of: number; unit: DocumentUnit };
export type OnProgress = (progress: Progress) => void;

/** Thrown while reading, when a document can't be read for a reason that its owner can understand. */
export class DocumentRefusal extends Error {
  readonly problem: DocumentProblem;
  constructor(problem: DocumentProblem) {
    super(`the document is refused: ${problem}`);
    this.problem = problem;
  }
}
