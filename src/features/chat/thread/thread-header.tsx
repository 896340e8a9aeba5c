import { History, SquarePen } from 'lucide-react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

type Props = { assistant: Assistant; onNew: () => void; onHistory: () => void };

/** Who one is talking to. The history button is there where the list has no room beside the thread. */
export function ThreadHeader({ assistant, onNew, onHistory }: Props) {
  return (
    <header>
      <AssistantAvatar id={assistant.id} size={44} />
      <div className="grow">
        <h1 className="h4">{assistant.name}</h1>
        <p className="small muted">{assistant.role}</p>
      </div>
      <span className="history">
        <IconButton label="Conversations" aria-haspopup="dialog" onClick={onHistory}>
          <History className="icon" aria-hidden="true" />
        </IconButton>
      </span>
      <IconButton label="New conversation" onClick={onNew}>
        <SquarePen className="icon" aria-hidden="true" />
      </IconButton>
    </header>
  );
}
