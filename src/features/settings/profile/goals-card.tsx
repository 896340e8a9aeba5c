import { useId } from 'react';
import { BUSINESS_GOALS } from '#contract/account/profile-choices.ts';
import {
  toggleGoal,
  type DraftChange,
  type DraftErrors,
  type ProfileDraft,
} from '#src/domain/profile/profile-draft.ts';
import { GOAL_FACES } from '#src/ui/profile/goal-faces.tsx';
import { ChoiceCards } from '#src/ui/forms/choice-cards.tsx';
import { Problem } from '../problem.tsx';
import { SettingsCard } from '../settings-card.tsx';

type PartProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange };

/** The goals the team should work toward: at least one. */
export function GoalsCard({ draft, errors, change }: PartProps) {
  const id = useId();
  const isWrong = errors.businessGoals !== undefined;
  return (
    <SettingsCard title="Goals" lead="What should the team work on? Choose one or more.">
      <div className="grid2" role="group" aria-label="Goals" aria-describedby={isWrong ? id : undefined}>
        <ChoiceCards
          type="checkbox"
          name="businessGoals"
          aria-invalid={isWrong || undefined}
          choices={BUSINESS_GOALS}
          leads={GOAL_FACES}
          isChosen={(goal) => draft.businessGoals.includes(goal)}
          onChoose={(goal) => change({ businessGoals: toggleGoal(draft.businessGoals, goal) })}
        />
      </div>
      {isWrong && (
        <div id={id}>
          <Problem text={errors.businessGoals} />
        </div>
      )}
    </SettingsCard>
  );
}
