import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { OutboxProvider } from '#src/features/chat/outbox-provider.tsx';
import { signedIn } from '#src/lib/signed-in.ts';
import '#src/ui/styles/app.css';
import { ApiProvider } from './api-provider.tsx';
import { SessionWatch } from './session-watch.tsx';

/** Around every page of the signed-in area. */
export function AppLayout() {
  // Whoever else comes gets a page of their own, and signing out must not take the page down before it is left.
  const [userId] = useState(() => signedIn.state().person?.id ?? '');
  return (
    <ApiProvider>
      <OutboxProvider userId={userId}>
        <Outlet />
      </OutboxProvider>
      <SessionWatch />
    </ApiProvider>
  );
}
