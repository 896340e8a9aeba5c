import { memo, type MouseEvent } from 'react';
import { relativeTime } from '#src/lib/format.ts';
import type { Conversation } from '../chat-types.ts';
import { LazyConversationMenu } from './lazy-conversation-menu.tsx';

type Props = {
  conversation: Conversation;
  isSelected: boolean;
  hasNewAnswer: boolean;
  now: Date;
  onSelect: (id: string) => void;
  onDelete: (id: string) => void;
};

const wantsNewTab = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;

/** One row: its title, when it last moved, and a menu. A real link, so that it can be opened in a new tab. */
export const ConversationItem = memo(function ConversationItem({
  conversation,
  isSelected,
  hasNewAnswer,
  now,
  onSelect,
  onDelete,
}: Props) {
  const { id, title, updatedAt, isStreaming } = conversation;
  return (
    <li className={isSelected ? 'conv on' : 'conv'}>
      <a
        href={`?c=${id}`}
        aria-current={isSelected || undefined}
        onClick={(event) => {
          if (wantsNewTab(event)) return;
          event.preventDefault();
          onSelect(id);
        }}
      >
        <b>{title}</b>
        <small>
          {isStreaming ? (
            <span className="answering">Answering…</span>
          ) : hasNewAnswer ? (
            <span className="new-answer">New answer</span>
          ) : (
            relativeTime(updatedAt, now)
          )}
        </small>
      </a>
      <LazyConversationMenu label={`Menu of ${title}`} conversationId={id} onDelete={() => onDelete(id)} />
    </li>
  );
});
