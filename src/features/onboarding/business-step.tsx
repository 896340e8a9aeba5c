import { CircleHelp } from 'lucide-react';
import type { DraftChange, DraftErrors, ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { BusinessTypes } from '#src/ui/profile/business-types.tsx';
import { NameFields } from '#src/ui/profile/name-fields.tsx';

type StepProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange };

/** Step 1: who you are and what kind of business it is. */
export function BusinessStep({ draft, errors, change }: StepProps) {
  return (
    <>
      <NameFields draft={draft} errors={errors} change={change} />
      <fieldset>
        <legend className="h3">What kind of business is it?</legend>
        <BusinessTypes draft={draft} errors={errors} change={change} />
        <p className="why">
          <CircleHelp className="icon sm" aria-hidden="true" />
          <span>
            <b>Why we ask:</b> a shop and an agency need different help on day one. The team fits its answers to yours.
          </span>
        </p>
      </fieldset>
    </>
  );
}
