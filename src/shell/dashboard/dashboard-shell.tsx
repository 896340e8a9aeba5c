import { Outlet } from '@tanstack/react-router';
import { TRY_AGAIN } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Loading } from '../loading.tsx';
import { OfflineStrip } from '../offline-strip.tsx';
import { Main } from '#src/ui/main.tsx';
import { AccessLayer } from './access-layer.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import { Sidebar } from './sidebar.tsx';
import { Topbar } from './topbar.tsx';
import { useSidebar } from './use-sidebar.ts';
import { useSubscriptionPoll } from './use-subscription-poll.ts';
import '#src/ui/styles/app.css';
import './dashboard-shell.css';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';

/** The sidebar on a phone; wide screens don't load its code. */
const LazySidebarSheet = lazyDialog(async () => (await import('./sidebar-sheet.tsx')).SidebarSheet);

// Loaded lazily, for the few accounts that are about to be deleted.
const DeletionStrip = lazyPart(async () => (await import('./deletion-strip.tsx')).DeletionStrip);

/** The sidebar and header around every page of the dashboard. */
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
          <Button onClick={() => void profile.refetch()}>{TRY_AGAIN}</Button>
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
          {deleteAfter !== null && <DeletionStrip deleteAfter={deleteAfter} />}
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
