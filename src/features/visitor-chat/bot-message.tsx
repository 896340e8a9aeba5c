import { RotateCcw } from 'lucide-react';
import { memo } from 'react';
import { TRY_AGAIN } from '#contract/texts.ts';
import { LinkedWords } from '#src/domain/site/linked-words.tsx';
import { ChatBubble } from '#src/ui/chat/chat-bubble.tsx';

type BotMessageProps = {
  text: string;
  isSpeaking?: boolean;
  isFailed?: boolean;
  onRetry?: () => void;
};

/** The bot's message; an apology comes with a retry button. Memoized, so that a growing answer re-renders alone. */
export const BotMessage = memo(function BotMessage({ text, isSpeaking, isFailed, onRetry }: BotMessageProps) {
  return (
    <ChatBubble by="brain_ai" isFailed={isFailed}>
      <LinkedWords text={text}>{isSpeaking && <span className="caret" aria-hidden="true" />}</LinkedWords>
      {onRetry && (
        <button type="button" className="again" onClick={onRetry}>
          <RotateCcw className="icon sm" aria-hidden="true" />
          {TRY_AGAIN}
        </button>
      )}
    </ChatBubble>
  );
});
