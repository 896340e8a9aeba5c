import { ArrowDown } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import type { ResumeMode } from '#contract/chat/chat.ts';
import { Button } from '#src/ui/button.tsx';
import { AnswerMessage } from '../answers/answer-message.tsx';
import type { ChatMessage } from '../chat-types.ts';
import type { Outgoing } from '../outbox/outbox.ts';
import { PendingAnswer } from '../answers/pending-answer.tsx';
import { QuestionMessage } from './question-message.tsx';
import { resumeModes } from '../answers/resume-modes.ts';
import type { useStickToBottom } from './use-stick-to-bottom.ts';
import { WaitingMessage } from '../outbox/waiting-message.tsx';

type Props = {
  assistant: Assistant;
  conversationId: string | null;
  messages: ChatMessage[];
  /** What the server does not have yet; the first of them may be on its way. */
  waiting: Outgoing[];
  isSending: boolean;
  scroll: ReturnType<typeof useStickToBottom>;
  onTakeBack: (message: Outgoing) => void;
  onResume: (messageId: string, mode: ResumeMode) => void;
  resumingId: string | undefined;
  /** What to show instead of messages: the empty state, loading, an error. */
  children: ReactNode;
};

const NONE: ResumeMode[] = [];

/** The thread itself, oldest first, with the newest words in view. */
export function MessageLog(props: Props) {
  const { assistant, conversationId, messages, waiting, isSending, scroll, onTakeBack, onResume, resumingId } = props;
  const { viewRef, contentRef, isAtEnd, toEnd, onScroll } = scroll;
  const last = waiting.length === 0 ? messages.at(-1) : undefined;
  const lastModes = useMemo(() => (last ? resumeModes(last) : NONE), [last]);
  return (
    <div className="log-frame">
      <div
        className="log"
        role="log"
        aria-live="polite"
        aria-label="Messages"
        tabIndex={0}
        ref={viewRef}
        onScroll={onScroll}
      >
        <div className="log-inner" ref={contentRef}>
          <h2 className="sr">Messages</h2>
          {props.children}
          {conversationId !== null &&
            messages.map((message) =>
              message.role === 'user' ? (
                <QuestionMessage key={message.id} text={message.content} />
              ) : (
                <AnswerMessage
                  key={message.id}
                  assistant={assistant}
                  conversationId={conversationId}
                  message={message}
                  modes={message === last ? lastModes : NONE}
                  isResuming={message.id === resumingId}
                  onResume={onResume}
                />
              ),
            )}
          {waiting.map((message, index) =>
            isSending && index === 0 ? (
              <PendingAnswer key={message.id} assistant={assistant} question={message.text} />
            ) : (
              <WaitingMessage key={message.id} text={message.text} onTakeBack={() => onTakeBack(message)} />
            ),
          )}
        </div>
      </div>
      {!isAtEnd && (
        <Button type="button" variant="secondary" size="sm" className="jump" onClick={toEnd}>
          <ArrowDown className="icon sm" aria-hidden="true" />
          Jump to latest
        </Button>
      )}
    </div>
  );
}
