import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { EditPage } from '#src/features/templates/edit/edit-page.tsx';

export const Route = createFileRoute('/_app/dashboard/power-ups/templates_/$templateId_/edit')({
  head: () => privateHead('Edit template'),
  component: EditRoute,
});

function EditRoute() {
  const { templateId } = Route.useParams();
  return <EditPage key={templateId} templateId={templateId} />;
}
