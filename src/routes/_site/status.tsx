import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '#src/features/status/status-page.tsx';
import { publicHead } from '#src/domain/site/page-head.ts';

export const Route = createFileRoute('/_site/status')({
  loader: ({ context }) => context.reads.status(),
  head: () =>
    publicHead(
      'Status',
      'Whether the website, the assistants, email and payments are working right now, and how they’ve been doing.',
    ),
  component: Status,
});

function Status() {
  return <StatusPage report={Route.useLoaderData()} />;
}
