import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { CRASH_TEXTS } from '#contract/texts.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { LinkedWords } from './linked-words.tsx';

export function BotBubble({ isFailed, children }: { isFailed?: boolean; children: ReactNode }) {
  return (
    <div className="msg">
      <AssistantAvatar id="brain_ai" size={36} />
      <div className={classNames('bubble', isFailed && 'failed')}>{children}</div>
    </div>
  );
}

/** What the bot said; an apology can be answered by trying again. */
export function BotMessage({
  text,
  isSpeaking,
  isFailed,
  onRetry,
}: {
  text: string;
  isSpeaking?: boolean;
  isFailed?: boolean;
  onRetry?: () => void;
}) {
  return (
    <BotBubble isFailed={isFailed}>
      <LinkedWords text={text}>{isSpeaking && <span className="caret" aria-hidden="true" />}</LinkedWords>
      {onRetry && (
        <button type="button" className="again" onClick={onRetry}>
          <RotateCcw className="icon sm" aria-hidden="true" />
          {CRASH_TEXTS.retry}
        </button>
      )}
    </BotBubble>
  );
}
