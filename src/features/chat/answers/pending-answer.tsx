import type { Assistant } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { LoadingDots } from '#src/ui/loading-dots.tsx';
import { QuestionMessage } from '../thread/question-message.tsx';

/** A question on its way to the server, shown at once. */
export function PendingAnswer({ assistant, question }: { assistant: Assistant; question: string }) {
  return (
    <>
      <QuestionMessage text={question} />
      <div className="msg">
        <AssistantAvatar id={assistant.id} size={36} />
        <div className="bubble">
          <LoadingDots label={`${assistant.name} is typing`} />
        </div>
      </div>
    </>
  );
}
