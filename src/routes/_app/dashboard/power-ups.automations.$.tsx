import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { AutomationsPages } from '#src/features/automations/automations-pages.tsx';
import { NotFound } from '#src/shell/not-found.tsx';

// One route for all pages of automations: every page of the product, the checkout included, loads the list of routes.
export const Route = createFileRoute('/_app/dashboard/power-ups/automations/$')({
  head: () => privateHead('Automations'),
  component: AutomationsRoute,
});

function AutomationsRoute() {
  const { _splat: path = '' } = Route.useParams();
  const missing = (
    <div className="main">
      <NotFound home="/dashboard" />
    </div>
  );
  return <AutomationsPages path={path} missing={missing} />;
}
