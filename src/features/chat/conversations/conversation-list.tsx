import { Search, SquarePen } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { CHAT_TEXTS, CRASH_TEXTS } from '#contract/texts.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { Conversation } from '../chat-types.ts';
import { ConversationItem } from './conversation-item.tsx';
import { filterConversations } from './filter-conversations.ts';

export type ConversationListProps = {
  conversations: Conversation[] | undefined;
  /** Ids of those with an answer not looked at yet. */
  unread: ReadonlySet<string>;
  hasFailed: boolean;
  onRetry: () => void;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onDelete: (id: string) => void;
  onNew: () => void;
};

/** The conversations with one assistant, newest first. */
export function ConversationList(props: ConversationListProps) {
  const { conversations, unread, hasFailed, onRetry, selectedId, onSelect, onDelete, onNew } = props;
  const searchId = useId();
  const now = useNow();
  const searchRef = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const shown = filterConversations(conversations ?? [], search);
  const note = conversations?.length === 0 ? CHAT_TEXTS.noneYet : shown.length === 0 ? CHAT_TEXTS.noneFound : null;

  const deleteOne = (id: string) => {
    onDelete(id);
    // The row that held the focus is gone; the next one may be far away.
    searchRef.current?.focus({ preventScroll: true });
  };

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
      {conversations === undefined ? (
        <div className="convs-note muted" role="status">
          {hasFailed ? (
            <Button variant="secondary" size="sm" onClick={onRetry}>
              {CRASH_TEXTS.retry}
            </Button>
          ) : (
            CHAT_TEXTS.loading
          )}
        </div>
      ) : note !== null ? (
        <p className="convs-note muted" role="status">
          {note}
        </p>
      ) : (
        <ul>
          {shown.map((conversation) => (
            <ConversationItem
              now={now}
              key={conversation.id}
              conversation={conversation}
              isSelected={conversation.id === selectedId}
              hasNewAnswer={unread.has(conversation.id)}
              onSelect={onSelect}
              onDelete={deleteOne}
            />
          ))}
        </ul>
      )}
    </>
  );
}
