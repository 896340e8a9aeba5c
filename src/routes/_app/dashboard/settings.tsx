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
    const { tone, ...message } = outcome.message;
    toast[tone](message);
    // Removes the message from the URL, so that a reload doesn't show it again.
    const to = '/dashboard/settings/$section';
    throw redirect({ to, params: { section: outcome.section }, search: {}, replace: true });
  },
  head: () => privateHead('Settings'),
  component: SettingsPage,
});
