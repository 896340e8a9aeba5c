import { describe, expect, it } from 'vitest';
import { limitLine } from './limit-line.ts';

describe('how another plan changes a limit', () => {
  it('says both numbers', () => {
    const change = { kind: 'messages', from: 2_500, to: 500, used: 20, isOver: false } as const; // reason: words of unions
    expect(limitLine(change)).toBe('Messages a month: 500 instead of 2,500.');
    expect(limitLine({ ...change, to: 2_500 })).toBe('Messages a month: 2,500, same as now.');
    expect(limitLine({ ...change, kind: 'exports', to: 'unlimited', from: 50 })).toBe(
      'Exports a month: unlimited instead of 50.',
    );
  });

  it('says what exceeds the limit, and what happens to it', () => {
    const over = { kind: 'messages', from: 2_500, to: 500, used: 620, isOver: true } as const; // reason: words of unions
    expect(limitLine(over)).toBe(
      'Messages a month: 500 instead of 2,500. You’ve already used 620, so you’ll have more when the next month starts.',
    );
    expect(limitLine({ ...over, kind: 'automations', from: 25, to: 3, used: 5 })).toMatch(
      /You have 5\. .* You keep them all/,
    );
  });
});
