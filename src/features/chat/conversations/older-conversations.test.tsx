import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CONVERSATIONS_PAGE } from '#contract/chat/chat.ts';
import { trpc, type AppRouter } from '#src/api/trpc.ts';
import type { Conversation } from '../chat-types.ts';
import { PagesBehind } from './older-conversations.tsx';

const at = '2026-11-02T08:00:00.000Z';
const conversation = (title: string): Conversation => ({
  id: title,
  title,
  assistantId: 'emmie',
  createdAt: at,
  updatedAt: at,
  isStreaming: false,
  hasNewAnswer: false,
  isPrivate: false,
});

/** What two pages behind the first one show of a list that the server returns page by page. */
function titlesShown(all: Conversation[], queries: QueryClient): string[] {
  const client = createTRPCClient<AppRouter>({ links: [] });
  const { chat } = createTRPCQueryUtils<AppRouter>({ client, queryClient: queries });
  const page = (from: number) => all.slice(from, from + CONVERSATIONS_PAGE);
  for (let from = CONVERSATIONS_PAGE; from < all.length; from += CONVERSATIONS_PAGE) {
    const cursor = { updatedAt: at, id: all[from - 1]?.id ?? '' };
    chat.conversations.setData({ assistantId: 'emmie', cursor }, page(from));
  }
  const html = renderToStaticMarkup(
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <PagesBehind
          rows={page(0)}
          shown={new Set()}
          pages={2}
          onMore={() => undefined}
          row={({ title }) => <b key={title}>{title}</b>}
        />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return [...html.matchAll(/<b>(.*?)<\/b>/g)].map(([, title]) => title ?? '');
}

it('CHAT-14: no conversation is lost between two pages when a new one moves the others down', () => {
  const queries = new QueryClient();
  const all = Array.from({ length: 2 * CONVERSATIONS_PAGE + 3 }, (_, index) => conversation(`Conversation ${index}`));
  const titles = all.map(({ title }) => title);
  expect(titlesShown(all, queries)).toEqual(titles.slice(CONVERSATIONS_PAGE));
  expect(titlesShown([conversation('A new one'), ...all], queries)).toEqual(titles.slice(CONVERSATIONS_PAGE - 1));
});
