import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OutboxProvider } from '#src/features/chat/outbox/outbox-provider.tsx';
import { useAuth } from '#src/domain/session/auth-context.ts';
import '#src/ui/styles/app.css';
import { ApiProvider } from './api-provider.tsx';
import { AuthProvider } from './auth-provider.tsx';
import { ProofWatch } from './proof/proof-watch.tsx';
import { SessionWatch } from './session-watch.tsx';

/** Around every page of the signed-in area. */
export function AppLayout() {
  const router = useRouter();
  useEffect(() => {
    // What public pages believed of the visitor (`_site.tsx`) is over with signing in, and with signing out again.
    const forget = () => router.clearCache({ filter: ({ routeId }) => routeId === '/_site' });
    forget();
    return forget;
  }, [router]);
  return (
    <ApiProvider>
      <AuthProvider>
        <PersonalPages />
        <ProofWatch />
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
