import { createFileRoute, Outlet, useChildMatches } from '@tanstack/react-router';
import { SiteLayout } from '#src/shell/site/site-layout.tsx';

/** How long client-side navigation trusts what it knows about the visitor, in milliseconds. */
const STALE_AFTER_MS = 30_000;

export const Route = createFileRoute('/_site')({
  loader: ({ context }) => context.reads.visitor(),
  staleTime: STALE_AFTER_MS,
  component: Site,
});

/** Pages whose one primary button isn't the header's. */
const QUIET: readonly string[] = ['/_site/$', '/_site/status'];

function Site() {
  const hasQuietHeader = useChildMatches({
    select: (matches) => matches.some(({ routeId }) => QUIET.includes(routeId)),
  });
  return (
    <SiteLayout visitor={Route.useLoaderData()} hasQuietHeader={hasQuietHeader}>
      <Outlet />
    </SiteLayout>
  );
}
