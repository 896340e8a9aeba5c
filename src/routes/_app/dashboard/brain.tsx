import { createFileRoute } from '@tanstack/react-router';
import { parseBrainSearch } from '#src/domain/brain/brain-search.ts';
import { privateHead } from '#src/domain/site/page-head.ts';
import { BrainPage } from '#src/features/brain/brain-page.tsx';

export const Route = createFileRoute('/_app/dashboard/brain')({
  validateSearch: parseBrainSearch,
  // Not awaited: the page shows what it waits for.
  loader: () =>
    void import('#src/domain/brain/prefetch-brain.ts').then(
      ({ prefetchBrain }) => prefetchBrain(),
      () => undefined,
    ),
  head: () => privateHead('Brain'),
  component: BrainRoute,
});

function BrainRoute() {
  return <BrainPage search={Route.useSearch()} />;
}
