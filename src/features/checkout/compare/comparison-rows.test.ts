import { expect, it } from 'vitest';
import { estimateRoi } from '#contract/billing/roi.ts';
import { comparisonRows } from './comparison-rows.ts';
import { estimateText } from './roi-calculator.tsx';

it('PLAN-8: the comparison matches the gates and the limits', () => {
  expect(comparisonRows().map(({ label, cells }) => [label, cells.starter, cells.pro, cells.ultimate])).toEqual([
    ['Teammates', '3 of 10', '6 of 10', '10 of 10'],
    ['Seomi and Emmie', true, true, true],
    ['Soshie, Cassie and Milli', false, true, true],
    ['Landa, Viddy, Opsie and Finny', false, false, true],
    ['General assistants', '5', '5', '5'],
    ['Messages a month', '500', '2,500', '10,000'],
    ['Exports a month', '10', '50', 'Unlimited'],
    ['Template uses a month', '50', '500', 'Unlimited'],
    ['Premium templates', false, true, true],
    ['Active automations', '3', '25', 'Unlimited'],
    ['Documents and pages', '100 MB', '1 GB', '5 GB'],
  ]);
});

it.each([
  ['solo', '40 hours and $2,000'],
  ['large', '320 hours and $15,000'],
] as const)('ROI-4: the estimate says what it rests on, with the figures of the calculator', (size, figures) => {
  const roi = estimateRoi({ size, revenue: '1m+', plan: 'pro', cycle: 'monthly' });
  expect(estimateText(roi)).toBe(
    `Our estimate for a business of your size: ${figures} saved a month. Yours may differ.`,
  );
});
