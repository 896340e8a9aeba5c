import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDocumentReader } from '#server/gateways/documents/document-reader.ts';
import { aPng } from '#tests/support/documents/images.ts';
import { aDocx, anXlsx, paragraph } from '#tests/support/documents/office.ts';
import { aPdf, linesOfText } from '#tests/support/documents/pdf.ts';
import { projectRoot } from './source-files.ts';

const folder = join(projectRoot, 'dist', 'app');

test('every part of the bundled server loads, also those that only a rare request needs', async () => {
  // The entry starts the server, so it is the one file that is not opened here.
  const parts = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'main.js');
  expect(parts.length).toBeGreaterThan(5);
  for (const name of parts) await expect(import(join(folder, name)), name).resolves.toBeDefined();
});

test.each([
  ['pdf', aPdf([linesOfText(['Words'])])],
  ['docx', aDocx(paragraph('Words'))],
  ['xlsx', anXlsx({ Sheet: [['Words', 1]] })],
  ['csv', Buffer.from('Item;Price;Size\nBowl;38;28\nCup;18;9')],
  ['markdown', Buffer.from('# Words')],
  ['image', aPng(2, 1)],
])('the bundled process that reads documents reads a %s', async (kind, bytes) => {
  const reader = createDocumentReader({ entry: 'dist/app/documents/document-process.js' });
  expect((await reader.readDocument(bytes, { name: 'words' })).kind).toBe(kind);
});
