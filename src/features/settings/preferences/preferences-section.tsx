import { trpc } from '#src/api/trpc.ts';
import { Loaded } from '#src/ui/loaded.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { ThemeCard } from './theme-card.tsx';

/** How one wants to be spoken to and written to. */
export function PreferencesSection() {
  const profile = trpc.profile.get.useQuery();
  return (
    <>
      <ThemeCard />
      <Loaded query={profile}>
        {({ language, timeZone, mailsAboutSignIns }) => (
          <PreferencesForm start={{ language, timeZone, mailsAboutSignIns }} />
        )}
      </Loaded>
    </>
  );
}
