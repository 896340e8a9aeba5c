import { createFileRoute, redirect } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { DashboardShell } from '#src/shell/dashboard/dashboard-shell.tsx';

export const Route = createFileRoute('/_app/dashboard')({
  head: () => privateHead('Dashboard'),
  beforeLoad: async () => {
    const { readProfile } = await import('#src/domain/session/session.ts');
    const profile = await readProfile();
    if (profile.businessType === null) throw redirect({ to: '/onboarding', replace: true });
  },
  component: DashboardShell,
});
