import { createFileRoute, notFound } from '@tanstack/react-router';
import { findAssistantBySlug } from '#contract/assistants.ts';
import { AssistantPage } from '#src/features/chat/assistant-page.tsx';
import { privateHead } from '#src/lib/page-head.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const Route = createFileRoute('/_app/dashboard/$slug')({
  // An unknown name is no route at all, so the server answers 404.
  params: { parse: ({ slug }) => (findAssistantBySlug(slug) ? { slug } : false), stringify: ({ slug }) => ({ slug }) },
  validateSearch: (search: Record<string, unknown>): { c?: string } =>
    typeof search['c'] === 'string' && UUID.test(search['c']) ? { c: search['c'] } : {},
  context: ({ params }) => {
    const assistant = findAssistantBySlug(params.slug);
    if (!assistant) throw notFound();
    return { assistant };
  },
  head: ({ match }) => privateHead(match.context.assistant.name),
  component: AssistantRoute,
});

function AssistantRoute() {
  const { assistant } = Route.useRouteContext();
  // A key: another teammate's page is a new page, with nothing left over.
  return <AssistantPage key={assistant.id} assistant={assistant} />;
}
