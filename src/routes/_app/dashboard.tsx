import { createFileRoute, redirect } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { AppLoading } from '#src/shell/app-loading.tsx';
import { AppError } from '#src/shell/unreached.tsx';
import { DashboardShell } from '#src/shell/dashboard/dashboard-shell.tsx';

export const Route = createFileRoute('/_app/dashboard')({
  head: () => privateHead('Dashboard'),
  beforeLoad: async ({ location }) => {
    const { needsOnboarding, readProfile } = await import('#src/domain/session/session.ts');
    if (needsOnboarding(await readProfile(), location.pathname)) throw redirect({ to: '/onboarding', replace: true });
  },
  component: DashboardShell,
  errorComponent: AppError,
  pendingComponent: AppLoading,
});
