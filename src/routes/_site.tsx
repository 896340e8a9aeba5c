import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SiteLayout } from '#src/shell/site/site-layout.tsx';

/** How long a page that is opened without loading a document believes what it knows of the visitor, in milliseconds. */
const BELIEVED_MS = 30_000;

export const Route = createFileRoute('/_site')({
  loader: ({ context }) => context.reads.visitor(),
  staleTime: BELIEVED_MS,
  component: Site,
});

function Site() {
  return (
    <SiteLayout visitor={Route.useLoaderData()}>
      <Outlet />
    </SiteLayout>
  );
}
