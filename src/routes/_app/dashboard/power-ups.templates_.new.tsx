import { createFileRoute } from '@tanstack/react-router';
import { privateHead } from '#src/domain/site/page-head.ts';
import { NewTemplatePage } from '#src/features/templates/edit/edit-page.tsx';
import { searchId } from '#src/lib/text/search-text.ts';

export const Route = createFileRoute('/_app/dashboard/power-ups/templates_/new')({
  // The answer in a chat that it begins with.
  validateSearch: ({ message }: Record<string, unknown>): { message?: string } => ({ message: searchId(message) }),
  head: () => privateHead('New template'),
  component: NewTemplateRoute,
});

function NewTemplateRoute() {
  const { message } = Route.useSearch();
  return <NewTemplatePage key={message} messageId={message} />;
}
