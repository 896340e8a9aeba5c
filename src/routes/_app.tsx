import { createFileRoute, redirect } from '@tanstack/react-router';
import { AppLayout } from '#src/shell/app-layout.tsx';
import { Loading } from '#src/shell/loading.tsx';

export const Route = createFileRoute('/_app')({
  // A person's own pages are drawn in the browser: the server never holds their data in HTML.
  ssr: false,
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  beforeLoad: async ({ location }) => {
    const { whoEnters } = await import('#src/domain/session/session.ts');
    const who = await whoEnters();
    const back = { search: { redirect: location.href }, replace: true };
    if (who === 'nobody') throw redirect({ to: '/auth', ...back });
    if (who === 'half-signed-in') throw redirect({ to: '/auth/challenge', ...back });
  },
  pendingMs: 0,
  pendingComponent: Loading,
  component: AppLayout,
});
