import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { TOASTS } from '#contract/texts.ts';
import type { DraftErrors, ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { browserTimeZone } from '#src/domain/profile/time-zones.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { toast } from '#src/lib/toast.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';
import { trpc } from '#src/api/trpc.ts';
import { BusinessStep } from './business-step.tsx';
import { CrewPane } from './crew-pane.tsx';
import { crewOfGoals, crewOfType } from './crew.ts';
import { GoalsStep } from './goals-step.tsx';
import { OnboardingFoot } from './onboarding-foot.tsx';
import { keepOnboarding, readOnboarding, tabStorage } from './kept-draft.ts';
import { OnboardingHeader } from './onboarding-header.tsx';

const FIRST_STEP_FIELDS = ['fullName', 'businessName', 'businessType', 'businessTypeText'] as const;
const HEADINGS = { 1: 'Tell us about your business', 2: 'What should the team work on first?' } as const;
const LEDES = {
  1: 'Everyone on the team reads this, so you only say it once.',
  2: 'Pick what matters most right now. You can still ask for anything.',
} as const;

/** The schema library is a tenth of the page, and isn't needed before the first submit. */
const loadRead = async () => (await import('#src/domain/profile/read-draft.ts')).readDraft;

/** The two steps of onboarding. */
export function OnboardingForm({ start }: { start: ProfileDraft }) {
  const userId = useAuth().user.id;
  const [kept] = useState(() => readOnboarding(tabStorage(), userId, start));
  const [step, setStep] = useState(kept?.step ?? 1);
  // The page creates a new `start` on every render.
  const [untouched] = useState(start);
  const [draft, setDraft] = useState(kept?.draft ?? untouched);
  const [errors, setErrors] = useState<DraftErrors>({});
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  /** Set before the mutation's own state: the saved profile arrives in between. */
  const isSaved = useRef(false);
  const navigate = useNavigate();
  const cache = trpc.useUtils();
  const save = trpc.profile.completeOnboarding.useMutation({
    onSuccess: async () => {
      isSaved.current = true;
      keepOnboarding(tabStorage(), userId, null);
      await Promise.all([cache.profile.get.invalidate(), cache.brain.sources.list.invalidate()]);
      toast.success(TOASTS.onboarded);
      await navigate({ to: '/dashboard', replace: true });
    },
    onError: () => toast.error(TOASTS.onboardingFailed),
  });

  useEffect(() => whenUsed(() => void loadRead().catch(() => undefined)), []);
  useEffect(() => {
    // Only what was typed is kept: the profile may be changed somewhere else meanwhile.
    if (!isSaved.current && (step === 2 || draft !== untouched)) keepOnboarding(tabStorage(), userId, { step, draft });
  }, [userId, step, draft, untouched]);
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const readDraft = await loadOrReport(loadRead);
    if (!readDraft) return;
    const { input, errors: all } = readDraft(draft);
    if (step === 1) {
      // The goals of the next step are still missing here, which isn't an error yet.
      const own = Object.fromEntries(FIRST_STEP_FIELDS.flatMap((field) => (all?.[field] ? [[field, all[field]]] : [])));
      setErrors(own);
      if (Object.keys(own).length === 0) setStep(2);
      return;
    }
    setErrors(all ?? {});
    if (input) save.mutate({ ...input, timeZone: browserTimeZone() });
  };
  const crew = step === 1 ? crewOfType(draft.businessType) : crewOfGoals(draft.businessGoals);

  return (
    <>
      <OnboardingHeader step={step} />
      <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <div className="stack ob-head">
          <h1 className="h1" ref={heading} tabIndex={-1}>
            {HEADINGS[step]}
          </h1>
          <p className="muted">{LEDES[step]}</p>
        </div>
        {step === 1 ? (
          <BusinessStep draft={draft} errors={errors} change={change} />
        ) : (
          <GoalsStep draft={draft} errors={errors} change={change} />
        )}
      </form>
      <CrewPane crew={crew} />
      <OnboardingFoot
        formId={formId}
        step={step}
        draft={draft}
        crew={crew}
        isSaving={save.isPending || save.isSuccess}
        onBack={() => setStep(1)}
      />
    </>
  );
}
