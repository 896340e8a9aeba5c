import type { FormEvent } from 'react';
import { LANGUAGES } from '#contract/account/languages.ts';
import type { PreferencesInput } from '#contract/account/preferences.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { ChoiceCard } from '#src/ui/choice-card.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { Problem, problemText } from '../problem.tsx';
import { SaveBar } from '../profile/save-bar.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { TimeZoneField } from '../profile/time-zone-field.tsx';
import { useDraft } from '../profile/use-draft.ts';

const LANGUAGE_OPTIONS = LANGUAGES.map(({ code, name, ownName }) => ({
  value: code,
  label: name === ownName ? name : `${name} · ${ownName}`,
}));

/** Language, time zone and mails, saved as a whole. */
export function PreferencesForm({ start }: { start: PreferencesInput }) {
  const { draft, isDirty, change, keep, discard } = useDraft(start);
  const cache = trpc.useUtils();
  const save = trpc.profile.updatePreferences.useMutation({
    onSuccess: async (_done, sent) => {
      keep(sent, sent);
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
      <SettingsCard title="Language and time" lead="Your teammates answer in this language and know your time of day.">
        <SelectField
          label="Language of answers"
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
        lead="We always write to you when something changes how your account is opened. The rest is up to you."
      >
        <ChoiceCard
          type="checkbox"
          name="mailsAboutSignIns"
          label="New devices"
          hint="Tell me when somebody signs in from a device that I have not used before."
          checked={draft.mailsAboutSignIns}
          onChange={(event) => change({ mailsAboutSignIns: event.target.checked })}
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
