import { createFileRoute } from '@tanstack/react-router';
import { requireSignIn } from '#src/domain/session/require-sign-in.ts';
import { AppLoading } from '#src/shell/app-loading.tsx';
import { AppError } from '#src/shell/unreached.tsx';
import { AppLayout } from '#src/shell/app-layout.tsx';

export const Route = createFileRoute('/_app')({
  // Personal pages are rendered in the browser: the server never puts their data into HTML.
  ssr: false,
  head: () => ({ meta: [{ name: 'robots', content: 'noindex' }] }),
  beforeLoad: ({ location }) => requireSignIn(location.href),
  pendingMs: 0,
  pendingComponent: AppLoading,
  component: AppLayout,
  errorComponent: AppError,
});
