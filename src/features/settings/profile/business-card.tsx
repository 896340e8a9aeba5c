import type { DraftChange, DraftErrors, ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { BusinessFigures } from '#src/ui/profile/business-figures.tsx';
import { BusinessTypes } from '#src/ui/profile/business-types.tsx';
import { Problem } from '../problem.tsx';
import { SettingsCard } from '../settings-card.tsx';

type PartProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange };

/** The type and size of the business. */
export function BusinessCard({ draft, errors, change }: PartProps) {
  return (
    <SettingsCard title="Business">
      <fieldset>
        <legend className="label">What kind of business is it?</legend>
        <BusinessTypes draft={draft} errors={errors} change={change} />
        <Problem text={errors.businessType} />
      </fieldset>
      <BusinessFigures draft={draft} change={change} />
    </SettingsCard>
  );
}
