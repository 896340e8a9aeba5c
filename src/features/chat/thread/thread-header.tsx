import { History, SquarePen } from 'lucide-react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { FindButton, FindPart, type FindInThread } from '../find/find-in-thread.tsx';
import { PrivateButton } from '../privacy/private-button.tsx';
import type { Privacy } from '../privacy/use-privacy.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

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
        <FindButton {...find} />
        <span className="history">
          <IconButton label="Conversations" aria-haspopup="dialog" onClick={onHistory}>
            <History className="icon" aria-hidden="true" />
          </IconButton>
          <IconButton label="New conversation" onClick={onNew}>
            <SquarePen className="icon" aria-hidden="true" />
          </IconButton>
        </span>
      </header>
      <FindPart {...find} />
    </>
  );
}
