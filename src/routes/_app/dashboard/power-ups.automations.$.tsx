import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { AutomationsPages } from '#src/features/automations/automations-pages.tsx';
import { searchText } from '#src/lib/text/search-text.ts';
import { NotFound } from '#src/shell/not-found.tsx';

// One route for all pages of automations: every page of the product, the checkout included, loads the list of routes.
export const Route = createFileRoute('/_app/dashboard/power-ups/automations/$')({
  // Which of the templates the list shows.
  validateSearch: ({ category }: Record<string, unknown>): { category?: string } => ({
    category: searchText(category, 50),
  }),
  head: () => privateHead('Automations'),
  component: AutomationsRoute,
});

function AutomationsRoute() {
  const { _splat: path = '' } = Route.useParams();
  const { category } = Route.useSearch();
  const missing = (
    <div className="main">
      <NotFound home="/dashboard" />
    </div>
  );
  return <AutomationsPages path={path} category={category} missing={missing} />;
}
