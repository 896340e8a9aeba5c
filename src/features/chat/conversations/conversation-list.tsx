import { Search, SquarePen } from 'lucide-react';
import { memo, useCallback, useId, useRef, useState } from 'react';
import { CONVERSATIONS_PAGE } from '#contract/chat/chat.ts';
import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { TRY_AGAIN } from '#contract/texts.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { Conversation } from '../chat-types.ts';
import { ConversationItem } from './conversation-item.tsx';

// Loaded on the first search, and for people with more conversations than the list begins with.
const SearchResults = lazyPart(
  async () => (await import('./search-results.tsx')).SearchResults,
  <p className="convs-note muted">{CHAT_TEXTS.loading}</p>,
);
const OlderConversations = lazyPart(async () => (await import('./older-conversations.tsx')).OlderConversations);

export type ConversationListProps = {
  conversations: Conversation[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onDelete: (id: string) => void;
  onNew: () => void;
  /** A result of a search was opened, at this message if there is one. */
  onOpenFound?: (messageId: string | null) => void;
};

const NONE: Conversation[] = [];

/** The conversations with one assistant, newest first. Memoized, so that a growing answer doesn't re-render them. */
export const ConversationList = memo(function ConversationList(props: ConversationListProps) {
  const { conversations = NONE, hasFailed, onRetry, selectedId, onSelect, onDelete, onNew, onOpenFound } = props;
  const searchId = useId();
  const now = useNow();
  const searchRef = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [focusedId, setFocusedId] = useState<string>();
  const isSearching = search.trim() !== '';
  const stopId = focusedId ?? (conversations.find(({ id }) => id === selectedId) ?? conversations[0])?.id;

  const deleteOne = useCallback(
    (id: string) => {
      onDelete(id);
      setFocusedId(undefined);
      // The focused row is gone; the next one may be far away.
      searchRef.current?.focus({ preventScroll: true });
    },
    [onDelete],
  );

  const row = (conversation: Conversation) => (
    <ConversationItem
      now={now}
      key={conversation.id}
      conversation={conversation}
      isSelected={conversation.id === selectedId}
      isTabStop={conversation.id === stopId}
      onFocus={setFocusedId}
      onSelect={onSelect}
      onDelete={deleteOne}
    />
  );

  return (
    <>
      <div className="row between">
        <h2 className="h4">Conversations</h2>
        <IconButton label="New conversation" boxed onClick={onNew}>
          <SquarePen className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <div className="search">
        <Search className="icon" aria-hidden="true" />
        <label className="sr" htmlFor={searchId}>
          Search conversations
        </label>
        <input
          className="input"
          id={searchId}
          ref={searchRef}
          type="search"
          autoComplete="off"
          placeholder={CHAT_TEXTS.searchPlaceholder}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {isSearching ? (
        <SearchResults search={search} now={now} onOpen={onOpenFound} />
      ) : conversations.length > 0 ? (
        <ul>
          {conversations.map(row)}
          {conversations.length >= CONVERSATIONS_PAGE && <OlderConversations newest={conversations} row={row} />}
        </ul>
      ) : (
        <div className="convs-note muted" role="status">
          {hasFailed ? (
            <Button variant="secondary" size="sm" onClick={onRetry}>
              {TRY_AGAIN}
            </Button>
          ) : props.conversations ? (
            CHAT_TEXTS.noneYet
          ) : (
            CHAT_TEXTS.loading
          )}
        </div>
      )}
    </>
  );
});
