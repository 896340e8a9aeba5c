import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { parseTemplatesSearch } from '#src/domain/templates/templates-search.ts';
import { TemplatesPage } from '#src/features/templates/list/templates-page.tsx';

export const Route = createFileRoute('/_app/dashboard/power-ups/templates')({
  validateSearch: parseTemplatesSearch,
  head: () => privateHead('Templates'),
  component: TemplatesRoute,
});

function TemplatesRoute() {
  return <TemplatesPage search={Route.useSearch()} />;
}
