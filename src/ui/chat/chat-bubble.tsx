import type { ReactNode } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '../brand/assistant-avatar.tsx';
import { classNames } from '../class-names.ts';

type ChatBubbleProps = {
  /** The teammate who speaks; if omitted, it's the reader. */
  by?: AssistantId;
  isFailed?: boolean;
  children: ReactNode;
};

/** One message of a small chat (small-chat.css): a teammate's beside their face, the reader's on the other side. */
export function ChatBubble({ by, isFailed, children }: ChatBubbleProps) {
  if (by === undefined) {
    return (
      <div className="msg me">
        <p className="bubble said">{children}</p>
      </div>
    );
  }
  return (
    <div className="msg">
      <AssistantAvatar id={by} size={36} />
      <div className={classNames('bubble', isFailed && 'failed')}>{children}</div>
    </div>
  );
}
