import { expect, it } from 'vitest';
import { DOCUMENT_PROBLEMS, MAX_DOCUMENT_BYTES } from '#contract/brain/document-problems.ts';
import { ERROR_CODES } from '#contract/errors.ts';
import { fileProblem } from './file-problem.ts';

it.each([
  ['prices.pdf', '', 1, undefined],
  ['PRICES.XLSX', '', MAX_DOCUMENT_BYTES, undefined],
  ['chalkboard', 'image/jpeg', 1, undefined],
  ['prices.pdf', '', MAX_DOCUMENT_BYTES + 1, DOCUMENT_PROBLEMS.too_large],
  ['prices.pdf', '', 0, ERROR_CODES.EMPTY_FILE.text],
  ['menu.odt', '', 1, undefined],
  ['menu.doc', 'application/msword', 1, DOCUMENT_PROBLEMS.old_word],
  ['PRICES.XLS', '', 1, DOCUMENT_PROBLEMS.old_excel],
  ['prices.numbers', '', 1, DOCUMENT_PROBLEMS.other_program],
  ['photo.HEIC', 'image/heic', 1, DOCUMENT_PROBLEMS.image_type],
  ['prices.exe', '', 1, DOCUMENT_PROBLEMS.wrong_type],
  ['prices', '', 1, DOCUMENT_PROBLEMS.wrong_type],
  ['pdf', '', 1, DOCUMENT_PROBLEMS.wrong_type],
  ['prices.zip', 'application/zip', 1, DOCUMENT_PROBLEMS.wrong_type],
])('a file %j of type %j with %d bytes is refused before it is sent: %j', (name, type, size, problem) => {
  expect(fileProblem({ name, type, size })).toBe(problem);
});
