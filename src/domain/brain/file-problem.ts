import { DOCUMENT_PROBLEMS, type DocumentProblem, MAX_DOCUMENT_BYTES } from '#contract/brain/document-problems.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import { FILE_ENDINGS } from './accepted-files.ts';

/** Kinds that another program can save as one that we read. */
const SAVED_ANEW: [problem: DocumentProblem, endings: RegExp][] = [
  ['old_word', /\.(?:doc|dot)$/i],
  ['old_excel', /\.(?:xls|xlt|xlsb)$/i],
  ['other_program', /\.(?:pptx?|ppsx?|odp|odg|key|numbers|pages|pub|vsdx?|xps)$/i],
  ['image_type', /\.(?:hei[cf]|avif|tiff?|bmp)$/i],
];
const isKnown = (name: string) => FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
const IS_KNOWN_TYPE =
  /^(?:text\/(?:plain|csv|markdown|html|rtf)|application\/(?:pdf|rtf|epub\+zip)|image\/(?:png|jpeg|gif|webp))$/;

/** Why a file can't be read, as far as its name and size tell; undefined if it may be. The server looks at its content. */
export function fileProblem({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  const [problem] = SAVED_ANEW.find(([, endings]) => endings.test(name)) ?? [];
  if (problem) return DOCUMENT_PROBLEMS[problem];
  if (!isKnown(name) && !IS_KNOWN_TYPE.test(type)) return DOCUMENT_PROBLEMS.wrong_type;
  if (size === 0) return ERROR_CODES.EMPTY_FILE.text;
  return size > MAX_DOCUMENT_BYTES ? DOCUMENT_PROBLEMS.too_large : undefined;
}
