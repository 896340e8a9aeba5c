import type { ReactNode } from 'react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from './assistant-avatar.tsx';
import { classNames } from './class-names.ts';

type ChatBubbleProps = {
  /** Who speaks; left out, it is the reader. */
  by?: AssistantId;
  isFailed?: boolean;
  children: ReactNode;
};

/** One turn of a small talk (small-chat.css): a teammate's beside their face, the reader's on the other side. */
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
