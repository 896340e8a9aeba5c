import { describe, expect, it } from 'vitest';
import { limitLine } from './limit-line.ts';

describe('what another plan does to a limit', () => {
  it('says both numbers', () => {
    const change = { kind: 'messages', from: 2_500, to: 500, used: 20, isOver: false } as const; // reason: words of unions
    expect(limitLine(change)).toBe('Messages a month: 500 instead of 2,500.');
    expect(limitLine({ ...change, to: 2_500 })).toBe('Messages a month: 2,500, as now.');
    expect(limitLine({ ...change, kind: 'exports', to: 'unlimited', from: 50 })).toBe(
      'Exports a month: unlimited instead of 50.',
    );
  });

  it('says what is over the limit, and what happens to it', () => {
    const over = { kind: 'messages', from: 2_500, to: 500, used: 620, isOver: true } as const; // reason: words of unions
    expect(limitLine(over)).toBe(
      'Messages a month: 500 instead of 2,500. You have used 620 already, so you can go on when the next month begins.',
    );
    expect(limitLine({ ...over, kind: 'automations', from: 25, to: 3, used: 5 })).toMatch(
      /You have 5: .* none is deleted/,
    );
  });
});
