import { Outlet, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Empty } from '#src/ui/empty.tsx';
import { Loading } from '../loading.tsx';
import { OfflineStrip } from '../offline-strip.tsx';
import { AccessLayer } from './access-layer.tsx';
import { LazySidebarSheet } from './lazy-sidebar-sheet.tsx';
import { SandboxStrip } from './sandbox-strip.tsx';
import { Sidebar } from './sidebar.tsx';
import { Topbar } from './topbar.tsx';
import { useSidebar } from './use-sidebar.ts';
import '#src/ui/styles/app.css';
import './dashboard-shell.css';

/** Sidebar and header around every page of the dashboard. */
export function DashboardShell() {
  const navigate = useNavigate();
  const sidebar = useSidebar();
  // While leaving, nothing on screen may ask the server for a person's data any more.
  const [isLeaving, setIsLeaving] = useState(false);
  const profile = trpc.profile.get.useQuery(undefined, { enabled: !isLeaving });
  const signOut = trpc.auth.signOut.useMutation({
    onSuccess: async () => {
      toast.success(TOASTS.signedOut);
      await navigate({ to: '/' });
    },
    onError: (error) => {
      setIsLeaving(false);
      toast.error({ title: TOASTS.error.title, text: errorText(error) });
    },
  });
  const leave = () => {
    setIsLeaving(true);
    signOut.mutate();
  };

  if (isLeaving || profile.isPending) return <Loading />;
  if (!profile.data) {
    return (
      <main className="message-page" id="main">
        <Empty title={errorText(profile.error)}>
          <Button onClick={() => void profile.refetch()}>Try Again</Button>
        </Empty>
      </main>
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
          <Topbar
            profile={profile.data}
            isSheetOpen={sidebar.isSheetOpen}
            onOpenSheet={sidebar.openSheet}
            onSignOut={leave}
          />
          <main id="main" className="app-main" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
      </div>
      <LazySidebarSheet tier={access.tier} isOpen={sidebar.isSheetOpen} onClose={sidebar.closeSheet} />
    </AccessLayer>
  );
}
