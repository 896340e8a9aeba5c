import { useId } from 'react';
import { BUSINESS_GOALS } from '#contract/account/profile.ts';
import {
  toggleGoal,
  type DraftChange,
  type DraftErrors,
  type ProfileDraft,
} from '#src/domain/profile/profile-draft.ts';
import { ChoiceCard } from '#src/ui/choice-card.tsx';
import { Problem } from '../problem.tsx';
import { SettingsCard } from '../settings-card.tsx';

type PartProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange };

/** What the team should work for: one goal at least. */
export function GoalsCard({ draft, errors, change }: PartProps) {
  const id = useId();
  const isWrong = errors.businessGoals !== undefined;
  return (
    <SettingsCard title="Goals" lead="What should the team work for? Choose one or more.">
      <div className="grid2" role="group" aria-label="Goals" aria-describedby={isWrong ? id : undefined}>
        {BUSINESS_GOALS.map((goal) => (
          <ChoiceCard
            key={goal.id}
            type="checkbox"
            name="businessGoals"
            label={goal.label}
            hint={goal.hint}
            aria-invalid={isWrong || undefined}
            checked={draft.businessGoals.includes(goal.id)}
            onChange={() => change({ businessGoals: toggleGoal(draft.businessGoals, goal.id) })}
          />
        ))}
      </div>
      {isWrong && (
        <div id={id}>
          <Problem text={errors.businessGoals} />
        </div>
      )}
    </SettingsCard>
  );
}
