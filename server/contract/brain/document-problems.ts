/** The largest document that can be added, in bytes. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** Why a document couldn't be read, each with a plain sentence that says what to do about it. */
export const DOCUMENT_PROBLEMS = {
  wrong_type: 'We can’t read this kind of file. Add a PDF, Word, Excel, CSV, text, or image file.',
  broken: 'It’s damaged or incomplete. Open it on your computer, save a new copy, and add that.',
  encrypted: 'It’s locked with a password. Save a copy without one and add it again.',
  empty: 'There’s no text in it. If it’s a scan, add photos of the pages.',
  too_large: 'It’s larger than 20 MB. Split it into smaller files and add those.',
  too_complex: 'There’s too much in it to read in one go. Split it into smaller files and add those.',
  image_too_large: 'This picture has too many pixels. Save a smaller copy and add that.',
} as const;

export type DocumentProblem = keyof typeof DOCUMENT_PROBLEMS;
