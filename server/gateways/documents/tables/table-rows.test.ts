import { describe, expect, it } from 'vitest';
import { describeRows } from './table-rows.ts';

const described = (...rows: string[][]) =>
  describeRows(rows.map((cells, index) => ({ row: index + 1, cells }))).map(({ row, path, text }) =>
    [row, ...path, text].join(' | '),
  );

describe('the rows of a table mean something on their own', () => {
  it('each cell has the label above it, and empty cells are left out', () => {
    expect(described(['Item:', 'Size', 'Price'], ['Bowl', '', '$38'], ['Cup', '9 cm', '$18', 'new'])).toEqual([
      '2 | Item: Bowl; Price: $38',
      '3 | Item: Cup; Size: 9 cm; Price: $18; new',
    ]);
  });

  it('a first row with figures is no header', () => {
    expect(described(['Bowl', '$38'], ['Cup', '$18'])).toEqual(['1 | Bowl; $38', '2 | Cup; $18']);
    expect(described(['Maya', 'maya@shop.example'], ['Jonas', 'jonas@shop.example'])).toEqual([
      '1 | Maya; maya@shop.example',
      '2 | Jonas; jonas@shop.example',
    ]);
  });

  it('a title above the header, and headings among the rows, are above the rows that follow', () => {
    expect(
      described(['Price list'], ['Item', 'Price'], ['Bowls'], ['Large', '$38'], ['Cups'], ['Small', '$18']),
    ).toEqual([
      '1 | Price list',
      '3 | Bowls',
      '4 | Bowls | Item: Large; Price: $38',
      '5 | Cups',
      '6 | Cups | Item: Small; Price: $18',
    ]);
  });

  it('a single row with one cell is an item whose other cells are empty', () => {
    expect(described(['Item', 'Price'], ['Bowl', '$38'], ['Gift card'], ['Cup', '$18'])).toEqual([
      '2 | Item: Bowl; Price: $38',
      '3 | Item: Gift card',
      '4 | Item: Cup; Price: $18',
    ]);
  });

  it('after an empty row, a table may have another header, or go on', () => {
    expect(
      described(['Item', 'Price'], ['Bowl', '$38'], [], ['Day', 'Opens'], ['Monday', '10:00'], [], ['Cup', '$18']),
    ).toEqual(['2 | Item: Bowl; Price: $38', '5 | Day: Monday; Opens: 10:00', '7 | Day: Cup; Opens: $18']);
  });

  it('a list stays a list', () => {
    expect(described(['Bowls'], ['Cups'], ['Plates'])).toEqual(['1 | Bowls', '2 | Cups', '3 | Plates']);
  });
});
