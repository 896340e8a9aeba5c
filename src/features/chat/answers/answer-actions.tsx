import { Link } from '@tanstack/react-router';
import { FilePlus2, RefreshCw, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { withoutCitations } from '#contract/brain/citations.ts';
import { NEW_TEMPLATE } from '#src/domain/templates/templates-search.ts';
import { toast } from '#src/lib/toast.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { ChatMessage } from '../chat-types.ts';
import { focusLog } from '../thread/focus-log.ts';
import { MessageTime } from '../thread/message-time.tsx';
import { useExchange } from '../thread/exchange-context.ts';
import { CopyButton } from './copy-button.tsx';
import { FeedbackReason } from './feedback-reason.tsx';
import { cleanHtml, plainText, textAsHtml } from './formatted-copy.ts';
import { useFeedback } from './use-feedback.ts';
import { VersionSwitch } from './version-switch.tsx';

export type AnswerActionsProps = {
  conversationId: string;
  message: ChatMessage;
  /** The text of its question, needed to regenerate it. */
  question: string | undefined;
};

/** The actions below a finished answer: see its other versions, copy it, rate it, regenerate it. */
export function AnswerActions({ conversationId, message, question }: AnswerActionsProps) {
  const { rate, isSaving } = useFeedback(conversationId, message.id);
  const { replace, isBusy } = useExchange();
  const row = useRef<HTMLDivElement>(null);
  const downButton = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const bubble = () => row.current?.parentElement?.querySelector('.bubble.md');
  const isUp = message.feedback === 'up';
  const isDown = message.feedback === 'down';
  const closeReason = () => {
    setIsAsking(false);
    // The form disappears, so move the focus.
    downButton.current?.focus();
  };
  return (
    <>
      <div className="answer-actions" ref={row}>
        {message.versions.length > 1 && (
          <VersionSwitch conversationId={conversationId} message={message} what="this answer" />
        )}
        {message.content !== '' && (
          <>
            <CopyButton
              label="Copy answer"
              text={() => {
                const shown = bubble();
                return shown ? plainText(shown) : withoutCitations(message.content);
              }}
              html={() => {
                const shown = bubble();
                return shown ? cleanHtml(shown) : textAsHtml(withoutCitations(message.content));
              }}
            />
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
              ref={downButton}
              label="Bad answer"
              aria-pressed={isDown}
              onClick={() => {
                setIsAsking(!isDown);
                rate(isDown ? null : 'down');
              }}
            >
              <ThumbsDown className="icon sm" aria-hidden="true" />
            </IconButton>
          </>
        )}
        {message.content !== '' && (
          <Link
            className="iconbtn"
            aria-label="Save as template"
            to="/dashboard/power-ups/templates/$templateId"
            params={{ templateId: NEW_TEMPLATE }}
            search={{ message: message.id }}
          >
            <FilePlus2 className="icon sm" aria-hidden="true" />
          </Link>
        )}
        {question !== undefined && message.status === 'complete' && (
          <IconButton
            label="Write this answer again"
            disabled={isBusy}
            onClick={() => {
              if (replace(message.id, question, true)) focusLog(row.current);
            }}
          >
            <RefreshCw className="icon sm" aria-hidden="true" />
          </IconButton>
        )}
        <MessageTime messageId={message.id} at={message.createdAt} />
      </div>
      {isAsking && isDown && (
        <FeedbackReason
          isSaving={isSaving}
          onClose={closeReason}
          onSend={(reason) =>
            // The form stays until the note is saved, so that a failure doesn't lose it.
            rate('down', reason, () => {
              closeReason();
              toast.success({ title: 'Thank you', text: 'We’ve saved your note with this answer.' });
            })
          }
        />
      )}
    </>
  );
}
