import { memo, useState } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import type { ResumeMode } from '#contract/chat/chat.ts';
import { TURN_FAILURE_TEXTS } from '#contract/chat/chat-texts.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { LoadingDots } from '#src/ui/feedback/loading-dots.tsx';
import { AnswerBody, LazyAnswerActions } from './answer-body.tsx';
import type { ChatMessage } from '../chat-types.ts';
import { AnswerIdProvider } from '../knowledge/knowledge-context.ts';
import { UsedFacts } from '../knowledge/used-facts.tsx';
import { MemoryQuestion } from '../memory/memory-line.tsx';
import { ResumeButtons } from './resume-buttons.tsx';

const ENDED_EARLY = {
  stopped: 'You stopped this answer.',
  interrupted: 'This answer got cut off.',
};

type Props = {
  assistant: Assistant;
  conversationId: string;
  message: ChatMessage;
  /** The actions for an answer that ended early; empty unless it's the last. */
  modes: ResumeMode[];
  /** The words of its question. */
  question: string | undefined;
  isResuming: boolean;
  onResume: (messageId: string, mode: ResumeMode) => boolean;
};

/** One answer: streaming, done, ended early, or failed. Memoized, so that a growing answer re-renders alone. */
export const AnswerMessage = memo(function AnswerMessage(props: Props) {
  const { assistant, conversationId, message, modes, question, isResuming, onResume } = props;
  const { content, status, failure } = message;
  const isGrowing = status === 'streaming';
  // Only an answer that is written while it's on screen is announced, once it's whole.
  const [isNew] = useState(isGrowing);
  const isFailed = status === 'failed';
  const endedEarly = status === 'stopped' || status === 'interrupted' ? ENDED_EARLY[status] : null;
  return (
    <div className="msg" aria-live={isNew ? 'polite' : undefined} aria-busy={isGrowing}>
      <AssistantAvatar id={assistant.id} size={36} />
      <div className="answer">
        {isGrowing && content === '' && (
          <div className="bubble">
            <LoadingDots label={`${assistant.name} is typing`} />
          </div>
        )}
        {content !== '' && (
          <div className={isGrowing ? 'bubble md growing' : 'bubble md'}>
            <span className="sr">{`${assistant.name}: `}</span>
            <AnswerIdProvider value={message.id}>
              <AnswerBody text={content} isGrowing={isGrowing} />
            </AnswerIdProvider>
          </div>
        )}
        {!isGrowing && <MemoryQuestion answerId={message.id} />}
        {!isGrowing && <UsedFacts answerId={message.id} content={content} />}
        {isFailed && (
          <div className="bubble failed">
            <p>{TURN_FAILURE_TEXTS[failure ?? 'error']}</p>
          </div>
        )}
        {endedEarly && <p className="small muted">{endedEarly}</p>}
        {modes.length > 0 && (
          <ResumeButtons modes={modes} isBusy={isResuming} onResume={(mode) => onResume(message.id, mode)} />
        )}
        {!isGrowing && (content !== '' || message.versions.length > 1) && (
          <LazyAnswerActions conversationId={conversationId} message={message} question={question} />
        )}
      </div>
    </div>
  );
});
