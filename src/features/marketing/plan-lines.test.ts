import { expect, test } from 'vitest';
import { planLines } from './plan-lines.ts';

test('a plan card names its teammates, its messages and the general assistants (DECISIONS "Prices, plans and limits")', () => {
  expect(planLines('starter')).toEqual([
    'Brain AI, Seomi and Emmie',
    '500 messages per month',
    'Five general assistants',
  ]);
  expect(planLines('pro')).toContain('Brain AI, Seomi, Emmie, Soshie, Cassie and Milli');
  expect(planLines('ultimate')).toContain('10,000 messages per month');
});
