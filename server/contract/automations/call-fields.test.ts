import { expect, test } from 'vitest';
import { CALL_FIELDS_MAX } from './automation-limits.ts';
import { mergeFields, rememberFields } from './call-fields.ts';
import type { CallField } from './triggers.ts';

const fields = (prefix: string, count: number): CallField[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${prefix}${index}`,
    label: `${prefix}${index}`,
    kind: 'text',
  }));
const names = (known: readonly CallField[]) => known.map(({ name }) => name);

test('names that a sender made up make room for those that calls bring now', () => {
  const remembered = rememberFields(fields('old', CALL_FIELDS_MAX), fields('new', 5));
  expect(remembered).toHaveLength(CALL_FIELDS_MAX);
  expect(names(remembered)).toEqual(expect.arrayContaining(names(fields('new', 5))));
});

test('the fields of a list’s items count like others', () => {
  const lists = fields('list', 10).map((field): CallField => ({ ...field, kind: 'list', items: fields('item', 60) }));
  const known = mergeFields(lists, []);
  expect(known.reduce((count, { items = [] }) => count + 1 + items.length, 0)).toBe(CALL_FIELDS_MAX);
});
