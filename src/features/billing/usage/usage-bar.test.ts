import { describe, expect, it } from 'vitest';
import { usageTone } from './usage-bar.tsx';

describe('the color of a usage bar', () => {
  it('warns from 80% on and is red at the limit', () => {
    expect([0, 399, 400, 499, 500, 620].map((used) => usageTone(used, 500))).toEqual([
      'accent',
      'accent',
      'warning',
      'warning',
      'danger',
      'danger',
    ]);
  });

  it('stays neutral if there is no limit, or nothing to use', () => {
    expect(usageTone(9_999, 'unlimited')).toBe('accent');
    expect(usageTone(0, 0)).toBe('accent');
  });
});
