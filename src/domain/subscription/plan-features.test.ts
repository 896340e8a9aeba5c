import { describe, expect, it } from 'vitest';
import { planFeatures } from './plan-features.ts';

describe('the lines of a plan card', () => {
  it('name the assistants that the plan opens (spec §4, DECISIONS "Prices, plans and limits")', () => {
    expect(planFeatures('starter')[0]).toBe('Brain AI, Seomi and Emmie');
    expect(planFeatures('pro')[0]).toBe('Everyone in Starter, plus Soshie, Cassie and Milli');
    expect(planFeatures('ultimate')[0]).toBe('Everyone in Pro, plus Landa, Viddy, Opsie and Finny');
  });

  it('quote the limit of the catalogue', () => {
    expect(planFeatures('pro')).toContain('2,500 messages a month');
  });
});
