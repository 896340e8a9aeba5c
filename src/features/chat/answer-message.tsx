import { RotateCcw } from 'lucide-react';
import { memo } from 'react';
import type { Assistant } from '#contract/assistants.ts';
import { CRASH_TEXTS, TURN_FAILURE_TEXTS } from '#contract/texts.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { LoadingDots } from '#src/ui/loading-dots.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerBody } from './answer-body.tsx';
import type { ChatMessage } from './chat-types.ts';

const ENDED_EARLY = {
  stopped: 'You stopped this answer.',
  interrupted: 'This answer was cut off before it was finished.',
};

type Props = {
  assistant: Assistant;
  conversationId: string;
  message: ChatMessage;
  /** Absent where asking again makes no sense. */ onRetry?: () => void;
};

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="ghost" size="sm" className="retry" onClick={onRetry}>
      <RotateCcw className="icon sm" aria-hidden="true" />
      {CRASH_TEXTS.retry}
    </Button>
  );
}

/** One answer: on its way, done, ended early, or failed. Memoised, so that a growing answer renders alone. */
export const AnswerMessage = memo(function AnswerMessage({ assistant, conversationId, message, onRetry }: Props) {
  const { content, status, failure } = message;
  const isGrowing = status === 'streaming';
  const isFailed = status === 'failed';
  const endedEarly = status === 'stopped' || status === 'interrupted' ? ENDED_EARLY[status] : null;
  return (
    <div className="msg" aria-busy={isGrowing}>
      <AssistantAvatar id={assistant.id} size={36} />
      <div className="answer">
        {isGrowing && content === '' && (
          <div className="bubble">
            <LoadingDots label={`${assistant.name} is typing`} />
          </div>
        )}
        {content !== '' && (
          <div className={isGrowing ? 'bubble md growing' : 'bubble md'}>
            <span className="sr">{assistant.name}: </span>
            <AnswerBody text={content} isGrowing={isGrowing} />
          </div>
        )}
        {isFailed && (
          <div className="bubble failed">
            <p>{TURN_FAILURE_TEXTS[failure ?? 'error']}</p>
            {onRetry && <RetryButton onRetry={onRetry} />}
          </div>
        )}
        {endedEarly && (
          <p className="ended small muted">
            {endedEarly}
            {onRetry && <RetryButton onRetry={onRetry} />}
          </p>
        )}
        {!isGrowing && content !== '' && <AnswerActions conversationId={conversationId} message={message} />}
      </div>
    </div>
  );
});
