import type { ReactNode } from 'react';
import { BUSINESS_SIZES, REVENUE_RANGES } from '#contract/billing/business-figures.ts';
import { BUSINESS_GOALS } from '#contract/account/profile.ts';
import {
  toggleGoal,
  type DraftChange,
  type DraftErrors,
  type ProfileDraft,
} from '#src/domain/profile/profile-draft.ts';
import { ChoiceCard } from '#src/ui/choice-card.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';

type StepProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange; children: ReactNode };

const options = (rows: readonly { id: string; label: string }[]) => rows.map(({ id, label }) => ({ value: id, label }));

function optional(label: string) {
  return (
    <>
      {label} <span className="optional">(optional)</span>
    </>
  );
}

/** Step 2: what the team should work for. */
export function GoalsStep({ draft, errors, change, children }: StepProps) {
  return (
    <>
      <fieldset>
        <legend className="h3">Choose one or more goals</legend>
        <div className="grid2">
          {BUSINESS_GOALS.map((goal) => (
            <ChoiceCard
              key={goal.id}
              type="checkbox"
              name="businessGoals"
              label={goal.label}
              hint={goal.hint}
              checked={draft.businessGoals.includes(goal.id)}
              onChange={() => change({ businessGoals: toggleGoal(draft.businessGoals, goal.id) })}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        label={optional('Website')}
        name="website"
        inputMode="url"
        autoComplete="url"
        placeholder="yourshop.com"
        value={draft.website}
        error={errors.website}
        onChange={(event) => change({ website: event.target.value })}
      />
      <div className="grid2">
        <SelectField
          label={optional('How many people work there?')}
          name="businessSize"
          placeholder="Choose a size"
          options={options(BUSINESS_SIZES)}
          value={draft.businessSize}
          onChange={(event) => change({ businessSize: event.target.value })}
        />
        <SelectField
          label={optional('Revenue')}
          name="revenueRange"
          placeholder="Choose a range"
          options={options(REVENUE_RANGES)}
          value={draft.revenueRange}
          onChange={(event) => change({ revenueRange: event.target.value })}
        />
      </div>
      {children}
    </>
  );
}
