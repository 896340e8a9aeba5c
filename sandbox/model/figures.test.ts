import { expect, test } from 'vitest';
import { figuresPlay, readFigures } from './figures.ts';

test('reads names and numbers, one per line or in a sentence', () => {
  expect(readFigures('March: 1,200\nApril $900.50')).toEqual([
    { label: 'March', value: 1200 },
    { label: 'April', value: 900.5 },
  ]);
  expect(readFigures('Why was March slower than February?')).toEqual([]);
});

test('gives total, average and change only for the pasted figures', () => {
  const point = figuresPlay('January 100, February 150')?.point;
  // reason: this play needs nothing of the scene
  expect(point?.({} as never)).toContain('**250**');
  expect(point?.({} as never)).toContain('**+50 %**'); // reason: as above
  expect(figuresPlay('We made 100 last month')?.title).toBeUndefined();
});
