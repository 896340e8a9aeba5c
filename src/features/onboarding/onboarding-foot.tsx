import { ONBOARDING_TEXTS } from '#contract/account/profile-choices.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import type { ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import type { Crew } from './crew.ts';

type FootProps = {
  /** The id of the form that the buttons belong to. */
  formId: string;
  step: 1 | 2;
  draft: ProfileDraft;
  crew: Crew;
  isSaving: boolean;
  onBack: () => void;
};

/** The buttons of a step. On a phone they stay at the bottom, next to the faces that respond to the choice. */
export function OnboardingFoot({ formId, step, draft, crew, isSaving, onBack }: FootProps) {
  if (step === 1) {
    return (
      <footer>
        <p className="ob-buttons">
          <span className="ob-faces" aria-hidden="true">
            {crew.lines.map(({ assistantId }) => (
              <AssistantAvatar key={assistantId} id={assistantId} size={32} />
            ))}
          </span>
          <span className="small muted ob-later">You can change all of this later in Settings.</span>
          <Button key="next" type="submit" form={formId} size="lg" disabled={draft.businessType === null}>
            {ONBOARDING_TEXTS.next}
          </Button>
        </p>
      </footer>
    );
  }
  return (
    <footer>
      <p className="ob-buttons">
        <Button variant="secondary" size="lg" disabled={isSaving} onClick={onBack}>
          {ONBOARDING_TEXTS.back}
        </Button>
        <Button
          key="complete"
          type="submit"
          form={formId}
          size="lg"
          busy={isSaving}
          busyText={ONBOARDING_TEXTS.saving}
          disabled={draft.businessGoals.length === 0}
        >
          {ONBOARDING_TEXTS.complete}
        </Button>
      </p>
    </footer>
  );
}
