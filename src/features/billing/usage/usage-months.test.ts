import { expect, it } from 'vitest';
import { monthBars } from './usage-months.ts';

const months = [
  { month: '2025-12', messages: 1, exports: 2, templates: 0 },
  { month: '2026-01', messages: 1_212, exports: 0, templates: 0 },
];

it('names UTC months in words, regardless of the reader’s clock', () => {
  expect(monthBars(months, 'messages')).toEqual([
    { key: '2025-12', label: 'Dec', text: 'December 2025: 1 message', value: 1 },
    { key: '2026-01', label: 'Jan', text: 'January 2026: 1,212 messages', value: 1_212 },
  ]);
});

it('shows the chosen kind', () => {
  expect(monthBars(months, 'exports').map(({ text, value }) => [text, value])).toEqual([
    ['December 2025: 2 exports', 2],
    ['January 2026: 0 exports', 0],
  ]);
});
