import { BUSINESS_SIZES, REVENUE_RANGES } from '#contract/billing/business-figures.ts';
import { OptionalLabel } from '../forms/optional-label.tsx';
import { SelectField } from '../forms/select-field.tsx';

type Figures = { businessSize: string; revenueRange: string };
type BusinessFiguresProps = { draft: Figures; change: (change: Partial<Figures>) => void };

const options = (rows: readonly { id: string; label: string }[]) => rows.map(({ id, label }) => ({ value: id, label }));

/** How big the business is. */
export function BusinessFigures({ draft, change }: BusinessFiguresProps) {
  return (
    <div className="grid2">
      <SelectField
        label={<OptionalLabel text="How many people work there?" />}
        name="businessSize"
        placeholder="Choose a size"
        options={options(BUSINESS_SIZES)}
        value={draft.businessSize}
        onChange={(event) => change({ businessSize: event.target.value })}
      />
      <SelectField
        label={<OptionalLabel text="Revenue" />}
        name="revenueRange"
        placeholder="Choose a range"
        options={options(REVENUE_RANGES)}
        value={draft.revenueRange}
        onChange={(event) => change({ revenueRange: event.target.value })}
      />
    </div>
  );
}
