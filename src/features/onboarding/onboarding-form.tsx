import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ONBOARDING_TEXTS, TOASTS } from '#contract/texts.ts';
import { readDraft, type DraftErrors, type ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { browserTimeZone } from '#src/domain/profile/time-zones.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { BusinessStep } from './business-step.tsx';
import { GoalsStep } from './goals-step.tsx';

const FIRST_STEP_FIELDS = ['fullName', 'businessName', 'businessType'] as const;
const HEADINGS = { 1: 'Tell us about your business', 2: 'What should the team work for?' } as const;
const LEDES = {
  1: 'Every teammate reads this before answering, so that you need not repeat it.',
  2: 'Pick what matters most now. You can ask for anything later.',
} as const;

/** The two steps of setting up. */
export function OnboardingForm({ start }: { start: ProfileDraft }) {
  const [step, setStep] = useState<1 | 2>(1);
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<DraftErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const navigate = useNavigate();
  const cache = trpc.useUtils();
  const save = trpc.profile.completeOnboarding.useMutation({
    onSuccess: async () => {
      await cache.profile.get.invalidate();
      toast.success(TOASTS.onboarded);
      await navigate({ to: '/dashboard', replace: true });
    },
    onError: () => toast.error(TOASTS.onboardingFailed),
  });

  useEffect(() => {
    if (shownStep.current !== step) heading.current?.focus();
    shownStep.current = step;
  }, [step]);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [errors]);

  const change = (changed: Partial<ProfileDraft>) => {
    setDraft((old) => ({ ...old, ...changed }));
    if (Object.keys(changed).some((field) => Object.hasOwn(errors, field))) setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { input, errors: all } = readDraft(draft);
    if (step === 1) {
      // The goals of the next step are still missing here, and that is no error yet.
      const own = Object.fromEntries(FIRST_STEP_FIELDS.flatMap((field) => (all?.[field] ? [[field, all[field]]] : [])));
      setErrors(own);
      if (Object.keys(own).length === 0) setStep(2);
      return;
    }
    setErrors(all ?? {});
    if (input) save.mutate({ ...input, timeZone: browserTimeZone() });
  };
  const isSaving = save.isPending || save.isSuccess;

  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <header className="stack onboarding-head">
        <p className="small muted">Step {step} of 2</p>
        <h1 className="h1" ref={heading} tabIndex={-1}>
          {HEADINGS[step]}
        </h1>
        <p className="muted">{LEDES[step]}</p>
      </header>
      {step === 1 ? (
        <BusinessStep draft={draft} errors={errors} change={change}>
          <p className="row onboarding-foot">
            <Button key="next" type="submit" size="lg" disabled={draft.businessType === null}>
              {ONBOARDING_TEXTS.next}
            </Button>
          </p>
        </BusinessStep>
      ) : (
        <GoalsStep draft={draft} errors={errors} change={change}>
          <p className="row onboarding-foot">
            <Button variant="secondary" size="lg" disabled={isSaving} onClick={() => setStep(1)}>
              {ONBOARDING_TEXTS.back}
            </Button>
            <Button
              key="complete"
              type="submit"
              size="lg"
              busy={isSaving}
              busyText={ONBOARDING_TEXTS.saving}
              disabled={draft.businessGoals.length === 0}
            >
              {ONBOARDING_TEXTS.complete}
            </Button>
          </p>
        </GoalsStep>
      )}
    </form>
  );
}
