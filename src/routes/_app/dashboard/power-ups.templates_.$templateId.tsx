import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { parseTemplateSearch } from '#src/domain/templates/templates-search.ts';
import { TemplatePage } from '#src/features/templates/template-page.tsx';

// Filling in, changing and writing a template share one route: every page loads the list of routes.
export const Route = createFileRoute('/_app/dashboard/power-ups/templates_/$templateId')({
  validateSearch: parseTemplateSearch,
  head: () => privateHead('Template'),
  component: TemplateRoute,
});

function TemplateRoute() {
  const { edit, message } = Route.useSearch();
  return <TemplatePage {...Route.useParams()} edit={edit} message={message} />;
}
