import { ArrowDown } from 'lucide-react';
import { useCallback, type ReactNode } from 'react';
import type { Assistant } from '#contract/assistants.ts';
import { Button } from '#src/ui/button.tsx';
import { AnswerMessage } from './answer-message.tsx';
import type { ChatMessage } from './chat-types.ts';
import { PendingAnswer } from './pending-answer.tsx';
import { QuestionMessage } from './question-message.tsx';
import type { useStickToBottom } from './use-stick-to-bottom.ts';

type Props = {
  assistant: Assistant;
  conversationId: string | null;
  messages: ChatMessage[];
  pendingText: string | undefined;
  scroll: ReturnType<typeof useStickToBottom>;
  onAskAgain: (question: string) => void;
  /** What to show instead of messages: the empty state, loading, an error. */
  children: ReactNode;
};

const canAskAgain = (message: ChatMessage) => message.status === 'failed' || message.status === 'interrupted';

/** The thread itself, oldest first, with the newest words in view. */
export function MessageLog({ assistant, conversationId, messages, pendingText, scroll, onAskAgain, children }: Props) {
  const { viewRef, contentRef, isAtEnd, toEnd, onScroll } = scroll;
  const last = messages.at(-1);
  const question = messages.findLast((message) => message.role === 'user')?.content;
  const askAgain = useCallback(() => question !== undefined && onAskAgain(question), [question, onAskAgain]);
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
          {children}
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
                  onRetry={message === last && pendingText === undefined && canAskAgain(message) ? askAgain : undefined}
                />
              ),
            )}
          {pendingText !== undefined && <PendingAnswer assistant={assistant} question={pendingText} />}
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
