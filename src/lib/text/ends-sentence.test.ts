import { expect, test } from 'vitest';
import { endSentence, introduce } from './ends-sentence.ts';

test.each([
  ['Fern & Kiln', 'Fern & Kiln.'],
  ['Harvest Bread Co.', 'Harvest Bread Co.'],
  ['Yahoo!', 'Yahoo!'],
  ['“Who?”', '“Who?”'],
])('a sentence that ends with the name %s has one period', (name, sentence) => {
  expect(endSentence(name)).toBe(sentence);
});

test.each([
  ['Country loaf page', 'Country loaf page: It sells'],
  ['Write the country loaf page.', 'Write the country loaf page. It sells'],
])('the title %s introduces a text with one mark', (title, line) => {
  expect(introduce(title, 'It sells')).toBe(line);
});
