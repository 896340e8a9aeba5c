import { RotateCcw } from 'lucide-react';
import { CRASH_TEXTS } from '#contract/texts.ts';
import { LinkedWords } from '#src/domain/site/linked-words.tsx';
import { ChatBubble } from '#src/ui/chat-bubble.tsx';

type BotMessageProps = {
  text: string;
  isSpeaking?: boolean;
  isFailed?: boolean;
  onRetry?: () => void;
};

/** What the bot said; an apology can be answered by trying again. */
export function BotMessage({ text, isSpeaking, isFailed, onRetry }: BotMessageProps) {
  return (
    <ChatBubble by="brain_ai" isFailed={isFailed}>
      <LinkedWords text={text}>{isSpeaking && <span className="caret" aria-hidden="true" />}</LinkedWords>
      {onRetry && (
        <button type="button" className="again" onClick={onRetry}>
          <RotateCcw className="icon sm" aria-hidden="true" />
          {CRASH_TEXTS.retry}
        </button>
      )}
    </ChatBubble>
  );
}
