import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OutboxProvider } from '#src/features/chat/outbox/outbox-provider.tsx';
import { useAuth } from '#src/domain/session/auth-context.ts';
import '#src/ui/styles/app.css';
import { ApiProvider } from './api-provider.tsx';
import { AuthProvider } from './auth-provider.tsx';
import { ReauthenticationWatch } from './reauthentication/reauthentication-watch.tsx';
import { SessionWatch } from './session-watch.tsx';

/** The layout of every page in the signed-in area. */
export function AppLayout() {
  const router = useRouter();
  useEffect(() => {
    // Signing in or out invalidates what public pages cached about the visitor (`_site.tsx`).
    const forget = () => router.clearCache({ filter: ({ routeId }) => routeId === '/_site' });
    forget();
    return forget;
  }, [router]);
  return (
    <ApiProvider>
      <AuthProvider>
        <PersonalPages />
        <ReauthenticationWatch />
        <SessionWatch />
      </AuthProvider>
    </ApiProvider>
  );
}

function PersonalPages() {
  return (
    <OutboxProvider userId={useAuth().user.id}>
      <Outlet />
    </OutboxProvider>
  );
}
