import type { Assistant } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { LoadingDots } from '#src/ui/feedback/loading-dots.tsx';
import { QuestionBubble } from '../thread/question-bubble.tsx';

/** A question on its way to the server, shown right away. */
export function PendingAnswer({ assistant, question }: { assistant: Assistant; question: string }) {
  return (
    <>
      <QuestionBubble text={question} />
      <div className="msg">
        <AssistantAvatar id={assistant.id} size={36} />
        <div className="bubble">
          <LoadingDots label={`${assistant.name} is typing`} />
        </div>
      </div>
    </>
  );
}
