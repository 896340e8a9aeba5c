import type { Assistant } from '#contract/chat/assistants.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { LoadingDots } from '#src/ui/feedback/loading-dots.tsx';
import type { Outgoing } from '../outbox/outbox.ts';
import { QuestionBubble } from '../thread/question-bubble.tsx';

type PendingAnswerProps = { assistant: Assistant; question: Pick<Outgoing, 'text' | 'files'> };

/** A question on its way to the server, shown right away. */
export function PendingAnswer({ assistant, question }: PendingAnswerProps) {
  return (
    <>
      <QuestionBubble text={question.text} files={question.files} />
      <div className="msg">
        <AssistantAvatar id={assistant.id} size={36} />
        <div className="bubble">
          <LoadingDots label={`${assistant.name} is typing`} />
        </div>
      </div>
    </>
  );
}
