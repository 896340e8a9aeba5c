import { describe, expect, it } from 'vitest';
import { planFeatures } from './plan-features.ts';

describe('the lines of a plan card', () => {
  it('PLAN-6: name the assistants that the plan opens', () => {
    expect(planFeatures('starter')[0]).toBe('Brain AI, Seomi and Emmie');
    expect(planFeatures('pro')[0]).toBe('Everyone in Starter, plus Soshie, Cassie and Milli');
    expect(planFeatures('ultimate')[0]).toBe('Everyone in Pro, plus Landa, Viddy, Opsie and Finny');
  });

  it('quote the limits from the catalog', () => {
    expect(planFeatures('pro')).toContain('2,500 messages a month');
    expect(planFeatures('starter')).toContain('50 template uses a month');
    expect(planFeatures('pro')).toContain('500 template uses a month, premium ones included');
    expect(planFeatures('ultimate')).toContain('Unlimited template uses, premium ones included');
  });

  it('say how many automations can be on at once', () => {
    expect(planFeatures('starter')).toContain('3 active automations');
    expect(planFeatures('pro')).toContain('25 active automations');
    expect(planFeatures('ultimate')).toContain('Unlimited automations');
  });

  it('SOURCE-4: say how much storage a plan has', () => {
    expect(planFeatures('starter').at(-1)).toBe('100 MB for documents and pages');
    expect(planFeatures('pro').at(-1)).toBe('1 GB for documents and pages');
    expect(planFeatures('ultimate').at(-1)).toBe('5 GB for documents and pages');
  });
});
