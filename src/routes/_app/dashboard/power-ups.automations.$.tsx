import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { parseTemplatesSearch } from '#src/domain/templates/templates-search.ts';
import { AutomationsPages } from '#src/features/automations/automations-pages.tsx';
import { NotFound } from '#src/shell/not-found.tsx';

// One route for all pages of automations: every page of the product, the checkout included, loads the list of routes.
export const Route = createFileRoute('/_app/dashboard/power-ups/automations/$')({
  // `category` says which of its templates the list shows, as on the page of all templates.
  validateSearch: parseTemplatesSearch,
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
