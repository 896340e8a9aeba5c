import { BUSINESS_GOALS } from '#contract/account/profile-choices.ts';
import {
  toggleGoal,
  type DraftChange,
  type DraftErrors,
  type ProfileDraft,
} from '#src/domain/profile/profile-draft.ts';
import { GOAL_FACES } from '#src/ui/profile/goal-faces.tsx';
import { ChoiceCards } from '#src/ui/forms/choice-cards.tsx';
import { BusinessFigures } from '#src/ui/profile/business-figures.tsx';
import { WebsiteField } from '#src/ui/profile/website-field.tsx';

type StepProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange };

/** Step 2: the goals the team should work toward. */
export function GoalsStep({ draft, errors, change }: StepProps) {
  return (
    <>
      <fieldset>
        <legend className="h3">Choose one or more goals</legend>
        <div className="grid2">
          <ChoiceCards
            type="checkbox"
            name="businessGoals"
            choices={BUSINESS_GOALS}
            leads={GOAL_FACES}
            isChosen={(goal) => draft.businessGoals.includes(goal)}
            onChoose={(goal) => change({ businessGoals: toggleGoal(draft.businessGoals, goal) })}
          />
        </div>
      </fieldset>
      <div className="stack ob-more">
        <WebsiteField
          draft={draft}
          errors={errors}
          change={change}
          hint="Why we ask: the team reads its public pages, so you don’t have to describe what you sell."
        />
        <div className="stack ob-figures">
          <BusinessFigures draft={draft} change={change} />
          <p className="hint">Why we ask: so the advice fits, and to estimate what the team could save you.</p>
        </div>
      </div>
    </>
  );
}
