import { memo } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import type { ResumeMode } from '#contract/chat/chat.ts';
import { TURN_FAILURE_TEXTS } from '#contract/texts.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { LoadingDots } from '#src/ui/loading-dots.tsx';
import { AnswerActions } from './answer-actions.tsx';
import { AnswerBody } from './answer-body.tsx';
import type { ChatMessage } from '../chat-types.ts';
import { ResumeButtons } from './resume-buttons.tsx';

const ENDED_EARLY = {
  stopped: 'You stopped this answer.',
  interrupted: 'This answer was cut off before it was finished.',
};

type Props = {
  assistant: Assistant;
  conversationId: string;
  message: ChatMessage;
  /** What can be done about an answer that ended early; nothing unless it is the last. */
  modes: ResumeMode[];
  isResuming: boolean;
  onResume: (messageId: string, mode: ResumeMode) => void;
};

/** One answer: on its way, done, ended early, or failed. Memoised, so that a growing answer renders alone. */
export const AnswerMessage = memo(function AnswerMessage(props: Props) {
  const { assistant, conversationId, message, modes, isResuming, onResume } = props;
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
          </div>
        )}
        {endedEarly && <p className="small muted">{endedEarly}</p>}
        {modes.length > 0 && (
          <ResumeButtons modes={modes} isBusy={isResuming} onResume={(mode) => onResume(message.id, mode)} />
        )}
        {!isGrowing && content !== '' && <AnswerActions conversationId={conversationId} message={message} />}
      </div>
    </div>
  );
});
