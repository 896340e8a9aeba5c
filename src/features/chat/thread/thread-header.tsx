import { History, SquarePen } from 'lucide-react';
import { useRef } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import type { FindInThread } from '../find/find-in-thread.tsx';
import { PrivateButton } from '../privacy/private-button.tsx';
import type { Privacy } from '../privacy/use-privacy.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

// The page of a teammate opens without them.
const FindButton = lazyPart(
  async () => (await import('../find/find-in-thread.tsx')).FindButton,
  <span className="iconbtn" />,
);
const FindPart = lazyPart(async () => (await import('../find/find-in-thread.tsx')).FindPart);

type Props = {
  assistant: Assistant;
  /** Of the open conversation. */
  title: string | undefined;
  privacy: Privacy;
  onNew: () => void;
  onHistory: () => void;
  find: FindInThread;
};

/** The thread's teammate and title. Where there's no room for the conversation list beside the thread, its buttons appear here. */
export function ThreadHeader({ assistant, title, privacy, onNew, onHistory, find }: Props) {
  const inputRef = useRef<HTMLInputElement>(null);
  const { conversationId } = find;
  return (
    <>
      <header>
        <AssistantAvatar id={assistant.id} size={44} />
        <div className="grow">
          <h1 className="h4" translate="no">
            {assistant.name}
          </h1>
          <p className={title === undefined ? 'small muted' : 'thread-title'}>{title ?? assistant.role}</p>
        </div>
        <PrivateButton {...privacy} />
        {conversationId !== null && <FindButton {...find} conversationId={conversationId} inputRef={inputRef} />}
        <span className="history">
          <IconButton label="Conversations" aria-haspopup="dialog" onClick={onHistory}>
            <History className="icon" aria-hidden="true" />
          </IconButton>
          <IconButton label="New conversation" onClick={onNew}>
            <SquarePen className="icon" aria-hidden="true" />
          </IconButton>
        </span>
      </header>
      {conversationId !== null && <FindPart {...find} conversationId={conversationId} inputRef={inputRef} />}
    </>
  );
}
