import { keepPreviousData, skipToken } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { CONVERSATIONS_PAGE } from '#contract/chat/chat.ts';
import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import type { Conversation } from '../chat-types.ts';

type OlderConversationsProps = {
  /** The first page of the list. */
  newest: Conversation[];
  row: (conversation: Conversation) => ReactNode;
};

/** The conversations after the first page, a page at a time. */
export function OlderConversations({ newest, row }: OlderConversationsProps) {
  const [pages, setPages] = useState(0);
  return <PagesBehind rows={newest} shown={NONE} pages={pages} onMore={() => setPages(pages + 1)} row={row} />;
}

const NONE: ReadonlySet<string> = new Set();

type PagesBehindProps = {
  /** The page that these follow. */
  rows: Conversation[];
  /** The ids on the pages before that one. */
  shown: ReadonlySet<string>;
  /** How many were asked for. */
  pages: number;
  onMore: () => void;
  row: (conversation: Conversation) => ReactNode;
};

/** Each page begins where the one before it ends now, so that no row falls between two when a new conversation moves the others down. */
export function PagesBehind({ rows, shown, pages, onMore, row }: PagesBehindProps) {
  const last = rows.length >= CONVERSATIONS_PAGE ? rows.at(-1) : undefined;
  const { data, isFetching, isError, refetch } = trpc.chat.conversations.useQuery(
    last && pages > 0
      ? { assistantId: last.assistantId, cursor: { updatedAt: last.updatedAt, id: last.id } }
      : skipToken,
    { placeholderData: keepPreviousData },
  );
  if (!last) return null;
  if (pages === 0 || data === undefined)
    return (
      <li className="convs-note">
        <Button
          variant="secondary"
          size="sm"
          disabled={isFetching}
          onClick={() => (isError ? void refetch() : onMore())}
        >
          {isFetching ? CHAT_TEXTS.loading : isError ? TRY_AGAIN : 'Show older conversations'}
        </Button>
      </li>
    );
  // A conversation that was just continued is on the first page before its old one is read again.
  const above = new Set([...shown, ...rows.map(({ id }) => id)]);
  return (
    <>
      {data.filter(({ id }) => !above.has(id)).map(row)}
      <PagesBehind rows={data} shown={above} pages={pages - 1} onMore={onMore} row={row} />
    </>
  );
}
