import type { ReactNode } from 'react';
import { BUSINESS_TYPES } from '#contract/account/profile.ts';
import type { DraftChange, DraftErrors, ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { ChoiceCard } from '#src/ui/choice-card.tsx';
import { TextField } from '#src/ui/text-field.tsx';

type StepProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange; children: ReactNode };

/** Step 1: who you are and what kind of business it is. */
export function BusinessStep({ draft, errors, change, children }: StepProps) {
  return (
    <>
      <div className="grid2">
        <TextField
          label="Your name"
          name="fullName"
          autoComplete="name"
          required
          value={draft.fullName}
          error={errors.fullName}
          onChange={(event) => change({ fullName: event.target.value })}
        />
        <TextField
          label={
            <>
              Business name <span className="optional">(optional)</span>
            </>
          }
          name="businessName"
          autoComplete="organization"
          value={draft.businessName}
          error={errors.businessName}
          onChange={(event) => change({ businessName: event.target.value })}
        />
      </div>
      <fieldset>
        <legend className="h3">What kind of business is it?</legend>
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
      </fieldset>
      {children}
    </>
  );
}
