import { expect, test } from 'vitest';
import { BLANKS_BYTES_MAX, type Blank } from './blanks.ts';
import { bytesIn, printTemplateFiles, TEMPLATE_FILE_MAX } from './template-files.ts';
import { templateFileSchema, type TemplateFile } from './template-inputs.ts';

const BODY_MAX = 256 * 1024;
const fileOf = (templates: TemplateFile['templates']): TemplateFile => ({
  tenfold: 'templates',
  version: 1,
  templates,
});

type Template = TemplateFile['templates'][number];

const textBlank = (name: string, example: string): Blank => ({
  kind: 'text',
  name,
  label: name,
  hint: '',
  example,
  isRequired: true,
  maxLength: 2_000,
});

const aTemplate = (body: string, blanks: Blank[]): Template => ({
  template: { title: 'Thanks', description: '', category: 'email', tags: [], text: { subject: null, body }, blanks },
  folder: 'é'.repeat(40),
});
const small = aTemplate('Thank you, {{name}}.', [textBlank('name', 'Ana')]);

/** A template that is as long as one can be: each character of its text takes six bytes in JSON. */
function longest(): Template {
  const blanks = Array.from({ length: 30 }, (_, at) => textBlank(`b${at}`, 'é'.repeat(425)));
  const places = blanks.map(({ name }) => `{{${name}}}`).join(' ');
  return aTemplate(`${places}${'\u0001'.repeat(10_000 - places.length)}`, blanks);
}

test('each file is short enough to be imported, with its request, and together they have every template', () => {
  const all = fileOf([small, longest(), small, longest(), longest(), ...Array.from({ length: 150 }, () => small)]);
  expect(bytesIn(JSON.stringify(longest().template.blanks))).toBeGreaterThan(0.9 * BLANKS_BYTES_MAX);
  const files = printTemplateFiles(all);
  expect(files.length).toBeGreaterThan(2);
  for (const text of files) {
    expect(bytesIn(text)).toBeLessThanOrEqual(TEMPLATE_FILE_MAX);
    expect(bytesIn(JSON.stringify({ 0: { id: 'x'.repeat(36), text } }))).toBeLessThan(BODY_MAX);
  }
  const read = files.flatMap((text) => templateFileSchema.parse(JSON.parse(text)).templates);
  expect(fileOf(read)).toEqual(all);
});

test('few templates are one file', () => {
  expect(printTemplateFiles(fileOf([small]))).toHaveLength(1);
});
