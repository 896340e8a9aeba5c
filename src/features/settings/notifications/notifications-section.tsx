import type { inferRouterOutputs } from '@trpc/server';
import { KIND_NAMES, type EmailChoice, type NotificationKind } from '#contract/notifications.ts';
import type { AppRouter } from '#src/api/trpc.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { ChoiceCard } from '#src/ui/forms/choice-card.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { BrowserPushCard } from './browser-push-card.tsx';

type Preferences = inferRouterOutputs<AppRouter>['notifications']['preferences'];

/** What is told under each heading of the bell. */
const HINTS: Record<NotificationKind, string> = {
  waiting: 'Facts in the Brain that disagree, and texts to approve.',
  automations: 'Runs that failed, automations that stopped, and what your automations tell you.',
  answers: 'Answers that finished while you were away.',
  plan: 'Usage at 80% and 100%, your trial, and payments.',
  security: 'New devices and changes to how you sign in. Always on.',
};
const EMAIL_OPTIONS: { value: EmailChoice; label: string }[] = [
  { value: 'at_once', label: 'Right away' },
  { value: 'daily', label: 'Once a day, in the morning' },
  { value: 'never', label: 'Never' },
];

function NotificationForms({ preferences }: { preferences: Preferences }) {
  const utils = trpc.useUtils();
  const show = (kind: NotificationKind, change: Partial<Preferences[number]>) => {
    // A read from before would restore the old choice.
    void utils.notifications.preferences.cancel();
    utils.notifications.preferences.setData(undefined, (known) =>
      known?.map((one) => (one.kind === kind ? { ...one, ...change } : one)),
    );
  };
  const settled = { onError: toastError, onSettled: () => utils.notifications.invalidate() };
  const mute = trpc.notifications.mute.useMutation({
    onMutate: ({ kind, isMuted }) => show(kind, { isMuted }),
    ...settled,
  });
  const setPreference = trpc.notifications.setPreference.useMutation({
    onMutate: ({ kind, emails }) => show(kind, { emails }),
    ...settled,
  });
  return (
    <>
      <SettingsCard title="In the bell" lead="What you don’t want to hear about stays out of the bell.">
        {preferences.map(({ kind, isMuted }) => (
          <ChoiceCard
            key={kind}
            type="checkbox"
            name={`bell-${kind}`}
            label={KIND_NAMES[kind]}
            hint={HINTS[kind]}
            checked={!isMuted}
            disabled={kind === 'security'}
            onChange={(event) => mute.mutate({ kind, isMuted: !event.target.checked })}
          />
        ))}
      </SettingsCard>
      <BrowserPushCard />
      <SettingsCard
        title="By email"
        lead="We never email you about what you’ve already read in the bell. Security, receipts, failed payments, and the end of a trial always come right away."
      >
        {preferences
          .filter(({ kind }) => kind !== 'security')
          .map(({ kind, emails }) => (
            <SelectField
              key={kind}
              label={KIND_NAMES[kind]}
              name={`email-${kind}`}
              options={EMAIL_OPTIONS}
              value={emails}
              onChange={({ target }) => {
                const chosen = EMAIL_OPTIONS.find(({ value }) => value === target.value);
                if (chosen) setPreference.mutate({ kind, emails: chosen.value });
              }}
            />
          ))}
      </SettingsCard>
    </>
  );
}

/** What a person wants to hear about, and how. Each change is saved right away. */
export function NotificationsSection() {
  const preferences = trpc.notifications.preferences.useQuery();
  return <Loaded query={preferences}>{(data) => <NotificationForms preferences={data} />}</Loaded>;
}
