import { useEffect, useRef, useState, type FormEvent } from 'react';
import { toDraft, type DraftErrors, type ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { readDraft } from '#src/domain/profile/read-draft.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { BusinessCard } from './business-card.tsx';
import { GoalsCard } from './goals-card.tsx';
import { PersonCard } from './person-card.tsx';
import { Problem, problemText } from '../problem.tsx';
import { SaveBar } from './save-bar.tsx';
import { useDraft } from './use-draft.ts';

/** One form across three cards, saved together. */
export function ProfileForm({ start }: { start: ProfileDraft }) {
  const { draft, isDirty, change, markSaved, discard } = useDraft(start);
  const [errors, setErrors] = useState<DraftErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const cache = trpc.useUtils();
  const save = trpc.profile.update.useMutation({
    onSuccess: () => {
      toast.success({ title: 'Profile saved', text: 'Your team will read it before their next answer.' });
      return Promise.all([cache.profile.get.invalidate(), cache.brain.sources.list.invalidate()]);
    },
  });

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  const edit = (changed: Partial<ProfileDraft>) => {
    change(changed);
    if (Object.keys(changed).some((field) => Object.hasOwn(errors, field))) setErrors({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { input, errors: found } = readDraft(draft);
    setErrors(found ?? {});
    if (input) save.mutate(input, { onSuccess: () => markSaved(draft, toDraft(input)) });
  };
  const part = { draft, errors, change: edit };

  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <PersonCard {...part} />
      <BusinessCard {...part} />
      <GoalsCard {...part} />
      <Problem text={problemText(save.error)} />
      <SaveBar
        isDirty={isDirty}
        isSaving={save.isPending}
        onDiscard={() => {
          discard();
          setErrors({});
          save.reset();
        }}
      />
    </form>
  );
}
