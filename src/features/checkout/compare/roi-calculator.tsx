import { useState } from 'react';
import {
  BUSINESS_SIZES,
  REVENUE_RANGES,
  type BusinessSize,
  type RevenueRange,
} from '#contract/billing/business-figures.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { estimateRoi, type Roi } from '#contract/billing/roi.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format.ts';
import { Card } from '#src/ui/card.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import type { Choice } from '#src/domain/checkout/order.ts';

type KnownBusiness = { businessSize: BusinessSize | null; revenueRange: RevenueRange | null };

const DEFAULT_SIZE: BusinessSize = 'small';
const DEFAULT_REVENUE: RevenueRange = '100k-500k';
const asOptions = (choices: readonly { id: string; label: string }[]) =>
  choices.map(({ id, label }) => ({ value: id, label }));

/**
 * What was chosen in a list before this code had loaded. During the first render, what the server sent is still on the
 * page (`lazy-checkout-more.tsx`).
 */
const chosenBefore = (name: string): string | undefined =>
  import.meta.env.SSR
    ? undefined
    : document.querySelector<HTMLSelectElement>(`.roi-card select[name="${name}"]`)?.value;
const sizeOf = (value: string | undefined) => BUSINESS_SIZES.find(({ id }) => id === value)?.id;
const revenueOf = (value: string | undefined) => REVENUE_RANGES.find(({ id }) => id === value)?.id;

/** What the percentage is based on. Always shown next to it, in the same size (ROI-4). */
export const estimateText = ({ hoursSaved, costSavingsUsd }: Roi): string =>
  `Our estimate for a business of your size: ${formatNumber(hoursSaved)} hours and ${formatUsd(costSavingsUsd)} saved a month. Yours may differ.`;

/** An estimate of what the plan could return in a month. It starts from the business in the profile. */
export function RoiCalculator({ plan, cycle, known }: Choice & { known: KnownBusiness | null }) {
  const [chosenSize, setSize] = useState<BusinessSize | undefined>(() => sizeOf(chosenBefore('size')));
  const [chosenRevenue, setRevenue] = useState<RevenueRange | undefined>(() => revenueOf(chosenBefore('revenue')));
  const size = chosenSize ?? known?.businessSize ?? DEFAULT_SIZE;
  const revenue = chosenRevenue ?? known?.revenueRange ?? DEFAULT_REVENUE;
  const roi = estimateRoi({ size, revenue, plan, cycle });
  const figures = [
    ['Time saved per month', `${formatNumber(roi.hoursSaved)} hours`],
    ['Cost savings', formatUsd(roi.costSavingsUsd)],
    ['Revenue increase', formatUsd(roi.revenueIncreaseUsd)],
    ['Estimated ROI', `${formatNumber(roi.percent)}%`],
  ] as const;
  return (
    <Card as="section" className="stack roi-card" aria-labelledby="roi">
      <div>
        <h2 className="h3" id="roi">
          What could you save?
        </h2>
        <p className="muted">
          A rough estimate for one month of <span>{PLAN_NAMES[plan]}</span>, not a promise. Change the two answers to
          match your business.
        </p>
      </div>
      <div className="grid2">
        <SelectField
          label="Business size"
          name="size"
          // Without this, the browser restores the choice from an earlier visit, and React doesn't notice.
          autoComplete="off"
          options={asOptions(BUSINESS_SIZES)}
          value={size}
          onChange={({ target }) => setSize(sizeOf(target.value))}
        />
        <SelectField
          label="Annual revenue"
          name="revenue"
          autoComplete="off"
          options={asOptions(REVENUE_RANGES)}
          value={revenue}
          onChange={({ target }) => setRevenue(revenueOf(target.value))}
        />
      </div>
      <dl className="roi num" aria-live="polite">
        {figures.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="roi-basis num">{estimateText(roi)}</p>
    </Card>
  );
}
