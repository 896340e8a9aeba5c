import type { DraftChange, DraftErrors, ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { NameFields } from '#src/ui/profile/name-fields.tsx';
import { WebsiteField } from '#src/ui/profile/website-field.tsx';
import { SettingsCard } from '../settings-card.tsx';

type PartProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange };

/** Names and the website. */
export function PersonCard({ draft, errors, change }: PartProps) {
  return (
    <SettingsCard title="Profile" lead="Everyone on the team reads this, so you only say it once.">
      <NameFields draft={draft} errors={errors} change={change} />
      <WebsiteField
        draft={draft}
        errors={errors}
        change={change}
        hint="When you add it for the first time, the team reads its public pages."
      />
    </SettingsCard>
  );
}
