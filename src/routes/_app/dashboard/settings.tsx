import { createFileRoute, redirect } from '@tanstack/react-router';
import { SettingsPage } from '#src/features/settings/settings-page.tsx';
import { privateHead } from '#src/domain/site/page-head.ts';
import { parseSettingsSearch } from '#src/domain/profile/settings-search.ts';
import { toast } from '#src/lib/toast.ts';

export const Route = createFileRoute('/_app/dashboard/settings')({
  validateSearch: parseSettingsSearch,
  beforeLoad: async ({ search }) => {
    if (search.linked === undefined && search.problem === undefined) return;
    const { readOutcome } = await import('#src/features/settings/arrival.ts');
    const outcome = readOutcome(search);
    if (!outcome) return;
    const { tone, ...told } = outcome.told;
    toast[tone](told);
    // Without the words in the address, so that a reload does not say them again.
    const to = '/dashboard/settings/$section';
    throw redirect({ to, params: { section: outcome.section }, search: {}, replace: true });
  },
  head: () => privateHead('Settings'),
  component: SettingsPage,
});
