/** The largest document that can be added, in bytes. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** Why a document couldn't be read, each with a plain sentence that says what to do about it. */
export const DOCUMENT_PROBLEMS = {
  wrong_type:
    'We can’t read this kind of file. Add a PDF, Word, Excel, OpenDocument, RTF, EPUB, HTML, CSV, text, or image file.',
  old_word: 'It’s in an old Word format. Open it in Word and save it as .docx.',
  old_excel: 'It’s in an old Excel format. Open it in Excel and save it as .xlsx.',
  other_program: 'We can’t read this kind of file. Open it, save it as a PDF, and add that.',
  image_type: 'We can’t read this kind of picture. Save it as a JPEG or PNG and add that.',
  broken: 'It’s damaged or incomplete. Open it on your computer, save a new copy, and add that.',
  encrypted: 'It’s locked with a password. Save a copy without one and add it again.',
  empty: 'There’s no text in it. If it’s a scan, add photos of the pages.',
  too_large: 'It’s larger than 20 MB. Split it into smaller files and add those.',
  too_complex: 'There’s too much in it to read in one go. Split it into smaller files and add those.',
  image_too_large: 'This picture has too many pixels. Save a smaller copy and add that.',
} as const;

export type DocumentProblem = keyof typeof DOCUMENT_PROBLEMS;
