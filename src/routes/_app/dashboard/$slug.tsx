import { createFileRoute, notFound } from '@tanstack/react-router';
import { canUseAssistant, findAssistantBySlug } from '#contract/chat/assistants.ts';
import { LockedCard } from '#src/features/access/locked-card.tsx';
import { AssistantPage } from '#src/features/chat/assistant-page.tsx';
import { privateHead } from '#src/domain/site/page-head.ts';
import { trpc } from '#src/api/trpc.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const Route = createFileRoute('/_app/dashboard/$slug')({
  // An unknown name is no route at all, so the server answers 404.
  params: { parse: ({ slug }) => (findAssistantBySlug(slug) ? { slug } : false), stringify: ({ slug }) => ({ slug }) },
  validateSearch: ({ c }: Record<string, unknown>): { c?: string } => ({
    c: typeof c === 'string' && UUID.test(c) ? c : undefined,
  }),
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
  const { c: conversationId = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  const access = trpc.profile.get.useQuery().data?.access;
  if (access && !canUseAssistant(access.tier, assistant.id))
    return <LockedCard assistant={assistant} canHaveTrial={access.isInTrial} />;
  return (
    <AssistantPage
      assistant={assistant}
      conversationId={conversationId}
      onSelectConversation={(id) => void navigate({ search: id === null ? {} : { c: id } })}
    />
  );
}
