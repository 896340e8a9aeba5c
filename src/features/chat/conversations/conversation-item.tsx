import { EyeOff } from 'lucide-react';
import { memo } from 'react';
import { isPlainClick } from '#src/lib/is-plain-click.ts';
import { relativeTime } from '#src/lib/text/format.ts';
import type { Conversation } from '../chat-types.ts';
import { moveBetweenRows } from './move-between-rows.ts';
import { LazyConversationMenu } from './lazy-conversation-menu.tsx';

type Props = {
  conversation: Conversation;
  isSelected: boolean;
  /** The row that Tab reaches; arrow keys move to the others. */
  isTabStop: boolean;
  now: Date;
  onFocus: (id: string) => void;
  onSelect: (id: string) => void;
  onDelete: (id: string) => void;
};

/** One row: its title, when it was last active, and a menu. A real link, so that it can be opened in a new tab. */
export const ConversationItem = memo(function ConversationItem({
  conversation,
  isSelected,
  isTabStop,
  now,
  onFocus,
  onSelect,
  onDelete,
}: Props) {
  const { id, title, updatedAt, isStreaming, hasNewAnswer, isPrivate } = conversation;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li className={isSelected ? 'conv on' : 'conv'}>
      <a
        href={`?c=${id}`}
        tabIndex={tabIndex}
        aria-current={isSelected || undefined}
        onFocus={() => onFocus(id)}
        onKeyDown={moveBetweenRows}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onSelect(id);
        }}
      >
        <b>{title}</b>
        <small>
          {isPrivate && (
            <>
              <span className="private-mark">
                <EyeOff className="icon sm" aria-hidden="true" />
                Private
              </span>
              <span>{' · '}</span>
            </>
          )}
          {isStreaming ? (
            <span className="answering">Answering…</span>
          ) : hasNewAnswer && !isSelected ? (
            <span className="new-answer">New answer</span>
          ) : (
            <span>{relativeTime(updatedAt, now)}</span>
          )}
        </small>
      </a>
      <LazyConversationMenu
        label={`Options for ${title}`}
        tabIndex={tabIndex}
        conversationId={id}
        title={title}
        onDelete={() => onDelete(id)}
      />
    </li>
  );
});
