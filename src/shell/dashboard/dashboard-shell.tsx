import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { errorText } from '#src/lib/app-error.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Empty } from '#src/ui/empty.tsx';
import { Loading } from '../loading.tsx';
import { OfflineStrip } from '../offline-strip.tsx';
import { Main } from '#src/ui/main.tsx';
import { AccessLayer } from './access-layer.tsx';
import { LazySidebarSheet } from './lazy-sidebar-sheet.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import { Sidebar } from './sidebar.tsx';
import { Topbar } from './topbar.tsx';
import { useSidebar } from './use-sidebar.ts';
import { useSubscriptionPoll } from './use-subscription-poll.ts';
import '#src/ui/styles/app.css';
import './dashboard-shell.css';

// For the few who are about to leave.
const DeletionStrip = lazy(async () => ({ default: (await import('./deletion-strip.tsx')).DeletionStrip }));

/** Sidebar and header around every page of the dashboard. */
export function DashboardShell() {
  const { deleteAfter, isLeaving, signOut } = useAuth();
  const sidebar = useSidebar();
  const profile = trpc.profile.get.useQuery(undefined, { enabled: !isLeaving });
  useSubscriptionPoll({ isOn: !isLeaving });

  if (isLeaving || profile.isPending) return <Loading />;
  if (!profile.data) {
    return (
      <Main className="message-page">
        <Empty title={errorText(profile.error)}>
          <Button onClick={() => void profile.refetch()}>Try Again</Button>
        </Empty>
      </Main>
    );
  }
  const { access } = profile.data;
  return (
    <AccessLayer access={access}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className={classNames('app', !sidebar.isOpen && 'rail')}>
        <Sidebar tier={access.tier} isOpen={sidebar.isOpen} onToggle={sidebar.toggle} />
        <div className="app-page">
          <SandboxStrip />
          <OfflineStrip />
          {deleteAfter !== null && (
            <Suspense fallback={null}>
              <DeletionStrip deleteAfter={deleteAfter} />
            </Suspense>
          )}
          <Topbar
            profile={profile.data}
            isSheetOpen={sidebar.isSheetOpen}
            onOpenSheet={sidebar.openSheet}
            onSignOut={() => signOut()}
          />
          <Main className="app-main">
            <Outlet />
          </Main>
        </div>
      </div>
      <LazySidebarSheet tier={access.tier} isOpen={sidebar.isSheetOpen} onClose={sidebar.closeSheet} />
    </AccessLayer>
  );
}
