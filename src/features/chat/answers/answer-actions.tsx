import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { ChatMessage } from '../chat-types.ts';
import { CopyButton } from './copy-button.tsx';
import { FeedbackReason } from './feedback-reason.tsx';
import { useFeedback } from './use-feedback.ts';

/** Below a finished answer: copy it, say whether it helped. */
export function AnswerActions({ conversationId, message }: { conversationId: string; message: ChatMessage }) {
  const rate = useFeedback(conversationId, message.id);
  const [isAsking, setIsAsking] = useState(false);
  const isUp = message.feedback === 'up';
  const isDown = message.feedback === 'down';
  return (
    <>
      <div className="answer-actions">
        <CopyButton label="Copy answer" text={() => message.content} />
        <IconButton
          label="Good answer"
          aria-pressed={isUp}
          onClick={() => {
            setIsAsking(false);
            rate(isUp ? null : 'up');
          }}
        >
          <ThumbsUp className="icon sm" aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Bad answer"
          aria-pressed={isDown}
          onClick={() => {
            setIsAsking(!isDown);
            rate(isDown ? null : 'down');
          }}
        >
          <ThumbsDown className="icon sm" aria-hidden="true" />
        </IconButton>
      </div>
      {isAsking && isDown && (
        <FeedbackReason
          onClose={() => setIsAsking(false)}
          onSend={(reason) => {
            rate('down', reason);
            setIsAsking(false);
          }}
        />
      )}
    </>
  );
}
