import { describe, expect, it } from 'vitest';
import { monthBars } from './usage-months.ts';

describe('the months of the usage history', () => {
  it('are UTC months in words, whatever the reader’s clock', () => {
    expect(
      monthBars([
        { month: '2025-12', messages: 1, exports: 0, templates: 0 },
        { month: '2026-01', messages: 1_212, exports: 0, templates: 0 },
      ]),
    ).toEqual([
      { key: '2025-12', label: 'Dec', text: 'December 2025: 1 message', value: 1 },
      { key: '2026-01', label: 'Jan', text: 'January 2026: 1,212 messages', value: 1_212 },
    ]);
  });
});
