import { expect, test } from 'vitest';
import { readStructuredData } from './structured-data.ts';

const textOf = (...blocks: string[]) => readStructuredData(blocks).map(({ path, text }) => [...path, text].join(': '));
const kiln = (name: string) => `{"@type":"Store","name":${name},"telephone":"555 0123"}`;

test('a name can be an object that has a name', () => {
  expect(textOf(kiln('{"@type":"Brand","name":"Fern & Kiln"}'))).toEqual(['Fern & Kiln: Phone: 555 0123']);
});

test('a name nested 30,000 levels deep is left out, and the rest of the page is read', () => {
  const endless = `${'{"name":'.repeat(30_000)}"x"${'}'.repeat(30_000)}`;
  expect(textOf(kiln(endless), kiln('"Fern & Kiln"'))).toEqual(['Phone: 555 0123', 'Fern & Kiln: Phone: 555 0123']);
});
