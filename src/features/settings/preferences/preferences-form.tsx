import type { FormEvent } from 'react';
import { LANGUAGES } from '#contract/account/languages.ts';
import type { PreferencesInput } from '#contract/account/preferences.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { ChoiceCard } from '#src/ui/forms/choice-card.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { Problem, problemText } from '../problem.tsx';
import { SaveBar } from '../profile/save-bar.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { useDraft } from '../profile/use-draft.ts';

const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, name, ownName }) => ({
  value: code,
  label: name === ownName ? name : `${name} · ${ownName}`,
}));

/** Language, time zone and emails, saved together. */
export function PreferencesForm({ start }: { start: PreferencesInput }) {
  const { draft, isDirty, change, markSaved, discard } = useDraft(start);
  const cache = trpc.useUtils();
  const save = trpc.profile.updatePreferences.useMutation({
    onSuccess: async (_done, sent) => {
      markSaved(sent, sent);
      toast.success({ title: 'Preferences saved' });
      await cache.profile.get.invalidate();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(draft);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <SettingsCard
        title="Language and time"
        lead="Your teammates answer in this language and know what time it is for you."
      >
        <SelectField
          label="Answer language"
          name="language"
          className="has-choice"
          placeholder="The language I write in"
          options={LANGUAGE_OPTIONS}
          value={draft.language}
          onChange={(event) => change({ language: event.target.value })}
        />
        <TimeZoneField value={draft.timeZone} onChange={(timeZone) => change({ timeZone })} />
      </SettingsCard>
      <SettingsCard
        title="Email"
        lead="We always email you when something changes how you sign in. The rest is up to you."
      >
        <ChoiceCard
          type="checkbox"
          name="emailsAboutSignIns"
          label="New devices"
          hint="Email me when someone signs in from a device I haven’t used before."
          checked={draft.emailsAboutSignIns}
          onChange={(event) => change({ emailsAboutSignIns: event.target.checked })}
        />
      </SettingsCard>
      <Problem text={problemText(save.error)} />
      <SaveBar
        isDirty={isDirty}
        isSaving={save.isPending}
        onDiscard={() => {
          discard();
          save.reset();
        }}
      />
    </form>
  );
}
