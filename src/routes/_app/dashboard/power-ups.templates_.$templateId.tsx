import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { FillPage } from '#src/features/templates/fill/fill-page.tsx';

export const Route = createFileRoute('/_app/dashboard/power-ups/templates_/$templateId')({
  head: () => privateHead('Template'),
  component: TemplateRoute,
});

function TemplateRoute() {
  const { templateId } = Route.useParams();
  return <FillPage key={templateId} templateId={templateId} />;
}
