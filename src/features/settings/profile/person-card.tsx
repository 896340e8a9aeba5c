import type { DraftChange, DraftErrors, ProfileDraft } from '#src/domain/profile/profile-draft.ts';
import { TextField } from '#src/ui/text-field.tsx';
import { OptionalLabel } from './optional-label.tsx';
import { SettingsCard } from '../settings-card.tsx';

type PartProps = { draft: ProfileDraft; errors: DraftErrors; change: DraftChange };

/** Names and the website. */
export function PersonCard({ draft, errors, change }: PartProps) {
  return (
    <SettingsCard title="Profile" lead="Every teammate reads this before answering, so that you need not repeat it.">
      <div className="grid2">
        <TextField
          label="Your name"
          name="fullName"
          autoComplete="name"
          required
          value={draft.fullName}
          error={errors.fullName}
          onChange={(event) => change({ fullName: event.target.value })}
        />
        <TextField
          label={<OptionalLabel text="Business name" />}
          name="businessName"
          autoComplete="organization"
          value={draft.businessName}
          error={errors.businessName}
          onChange={(event) => change({ businessName: event.target.value })}
        />
      </div>
      <TextField
        label={<OptionalLabel text="Website" />}
        name="website"
        inputMode="url"
        autoComplete="url"
        placeholder="yourshop.com"
        value={draft.website}
        error={errors.website}
        onChange={(event) => change({ website: event.target.value })}
      />
    </SettingsCard>
  );
}
