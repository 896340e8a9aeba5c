import { useId, type ReactNode } from 'react';
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
  const id = useId();
  const missing = missingChoice(step, draft);
  const hint = { id, text: missing };
  const forward = {
    type: 'submit',
    form: formId,
    size: 'lg',
    disabled: missing !== null,
    'aria-describedby': missing === null ? undefined : id,
  } as const; // reason: the attributes are literals
  if (step === 1) {
    return (
      <Foot hint={hint}>
        <span className="ob-faces" aria-hidden="true">
          {crew.lines.map(({ assistantId }) => (
            <AssistantAvatar key={assistantId} id={assistantId} size={32} />
          ))}
        </span>
        <span className="small muted ob-later">You can change all of this later in Settings.</span>
        <Button key="next" {...forward}>
          {ONBOARDING_TEXTS.next}
        </Button>
      </Foot>
    );
  }
  return (
    <Foot hint={hint}>
      <Button variant="secondary" size="lg" disabled={isSaving} onClick={onBack}>
        {ONBOARDING_TEXTS.back}
      </Button>
      <Button key="complete" {...forward} busy={isSaving} busyText={ONBOARDING_TEXTS.saving}>
        {ONBOARDING_TEXTS.complete}
      </Button>
    </Foot>
  );
}

/** What has to be chosen before this step can be left; null if nothing is missing. */
function missingChoice(step: 1 | 2, { businessType, businessGoals }: ProfileDraft): string | null {
  if (step === 1) return businessType === null ? ONBOARDING_TEXTS.typeMissing : null;
  return businessGoals.length === 0 ? ONBOARDING_TEXTS.goalMissing : null;
}

/**
 * Says why its button can't be pressed. The sentence is there from the start, so that screen readers hear it change.
 */
function Foot({ hint, children }: { hint: { id: string; text: string | null }; children: ReactNode }) {
  return (
    <footer>
      <div>
        <p className="ob-buttons">{children}</p>
        <p className="hint ob-missing" id={hint.id} role="status">
          {hint.text}
        </p>
      </div>
    </footer>
  );
}
