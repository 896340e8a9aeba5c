import { createFileRoute, notFound, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { canUseAssistant, findAssistantBySlug } from '#contract/chat/assistants.ts';
import { AssistantPage } from '#src/features/chat/assistant-page.tsx';
import { privateHead } from '#src/domain/site/page-head.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { searchId, searchText } from '#src/lib/text/search-text.ts';
import { trpc } from '#src/api/trpc.ts';

// Most people open teammates that their plan includes.
const LockedCard = lazyPart(async () => (await import('#src/features/access/locked-card.tsx')).LockedCard);

declare module '@tanstack/history' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- reason: only an interface can be added to
  interface HistoryState {
    /** A text that is too long for the address. */
    ask?: string;
  }
}

/** A request that a link puts into the message box. */
const ASK_MAX = 500;
/** Same as `SEARCH_MAX`. Not imported: every page loads this file, and would then load that module, too. */
const FIND_MAX = 200;

type Search = { c?: string; m?: string; ask?: string; find?: string };

export const Route = createFileRoute('/_app/dashboard/$slug')({
  // An unknown name is a missing page (`$.tsx`), so the server answers 404.
  params: { parse: ({ slug }) => (findAssistantBySlug(slug) ? { slug } : false), stringify: ({ slug }) => ({ slug }) },
  // A conversation, a message in it, and the search text: '' if nothing has been typed yet.
  validateSearch: ({ c, m, ask, find }: Record<string, unknown>): Search => ({
    c: searchId(c),
    m: searchId(m),
    ask: searchText(ask, ASK_MAX),
    find: find === '' ? find : searchText(find, FIND_MAX),
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
  const { c: conversationId = null, m: messageId, ask: linked, find } = Route.useSearch();
  const ask = useRouterState({ select: ({ location }) => location.state.ask }) ?? linked;
  const navigate = Route.useNavigate();
  const onAskTaken = useCallback(() => void navigate({ search: {}, replace: true }), [navigate]);
  const onUnlinkMessage = useCallback(
    () => void navigate({ search: ({ c, find: text }) => ({ c, find: text }), replace: true }),
    [navigate],
  );
  const access = trpc.profile.get.useQuery().data?.access;
  if (access && !canUseAssistant(access.tier, assistant.id))
    return <LockedCard assistant={assistant} canHaveTrial={access.isInTrial} />;
  return (
    <AssistantPage
      assistant={assistant}
      conversationId={conversationId}
      messageId={conversationId === null ? undefined : messageId}
      onUnlinkMessage={onUnlinkMessage}
      find={{
        text: find,
        onFind: (text, id) => void navigate({ search: ({ c, m }) => ({ c, m: id ?? m, find: text }), replace: true }),
      }}
      ask={conversationId === null ? ask : undefined}
      onAskTaken={onAskTaken}
      onSelectConversation={(id) => void navigate({ search: id === null ? {} : { c: id } })}
    />
  );
}
