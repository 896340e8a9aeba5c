import { expect, it } from 'vitest';
import { aBlank } from '#tests/support/browser/template-parts.ts';
import { halvesOf } from './blank-list.tsx';

const date = aBlank({ name: 'date', kind: 'date', example: '2026-11-28' });
const price = aBlank({ name: 'price', kind: 'number', example: 5, min: 0, max: 100 });
const time = aBlank({ name: 'time', maxLength: 40 });
const place = aBlank({ name: 'place', maxLength: 160 });

it('dates and numbers share a row, and so do a date and its time', () => {
  expect(halvesOf([date, time, place])).toEqual([true, true, false]);
  expect(halvesOf([date, price, time])).toEqual([true, true, false]);
  expect(halvesOf([date, place, date])).toEqual([false, false, false]);
  expect(halvesOf([time, time, date])).toEqual([false, false, false]);
});
