import { BUSINESS_SIZES, REVENUE_RANGES } from '#contract/billing/business-figures.ts';
import { BUSINESS_TYPES } from '#contract/account/profile.ts';
import type { DraftChange, DraftErrors, ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { ChoiceCard } from '#src/ui/choice-card.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { OptionalLabel } from './optional-label.tsx';
import { Problem } from '../problem.tsx';
import { SettingsCard } from '../settings-card.tsx';

type PartProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange };

const options = (rows: readonly { id: string; label: string }[]) => rows.map(({ id, label }) => ({ value: id, label }));

/** What kind of business it is, and how big. */
export function BusinessCard({ draft, errors, change }: PartProps) {
  return (
    <SettingsCard title="Business">
      <fieldset>
        <legend className="label">What kind of business is it?</legend>
        <div className="grid2">
          {BUSINESS_TYPES.map((type) => (
            <ChoiceCard
              key={type.id}
              type="radio"
              name="businessType"
              label={type.label}
              hint={type.hint}
              checked={draft.businessType === type.id}
              onChange={() => change({ businessType: type.id })}
            />
          ))}
        </div>
        <Problem text={errors.businessType} />
      </fieldset>
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
    </SettingsCard>
  );
}
