import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { SourcePage } from '#src/features/brain/source-page/source-page.tsx';
import { searchId } from '#src/lib/text/search-text.ts';

export const Route = createFileRoute('/_app/dashboard/brain_/sources/$sourceId')({
  validateSearch: ({ passage }: Record<string, unknown>): { passage?: string } => ({ passage: searchId(passage) }),
  head: () => privateHead('Source'),
  component: SourceRoute,
});

function SourceRoute() {
  const { sourceId } = Route.useParams();
  const { passage } = Route.useSearch();
  return <SourcePage key={`${sourceId} ${passage}`} sourceId={sourceId} passageId={passage} />;
}
