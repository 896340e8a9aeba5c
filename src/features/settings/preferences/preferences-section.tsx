import { trpc } from '#src/api/trpc.ts';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { ThemeCard } from './theme-card.tsx';

/** How a person wants to be addressed and contacted. */
export function PreferencesSection() {
  const profile = trpc.profile.get.useQuery();
  return (
    <>
      <ThemeCard />
      <Loaded query={profile}>
        {({ language, timeZone, emailsAboutSignIns }) => (
          <PreferencesForm start={{ language, timeZone, emailsAboutSignIns }} />
        )}
      </Loaded>
    </>
  );
}
