/** The endings of the files that can be read. */
export const FILE_ENDINGS =
  'pdf docx xlsx odt ods rtf html htm epub csv tsv txt md markdown png jpg jpeg gif webp'.split(' ');

/** What a file dialog offers. Apart from the problems a file may have, which are loaded later. */
export const ACCEPTED_FILES = FILE_ENDINGS.map((ending) => `.${ending}`).join(',');
