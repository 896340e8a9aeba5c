import { useEffect } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import type { ResumeMode, TurnStatus } from '#contract/chat/chat.ts';
import { preloadAnswers } from '../answers/answer-body.tsx';
import { AnswerMessage } from '../answers/answer-message.tsx';
import { PendingAnswer } from '../answers/pending-answer.tsx';
import { useFollowAnswer } from '../answers/use-follow-answer.ts';
import type { ChatMessage } from '../chat-types.ts';
import type { Outgoing } from '../outbox/outbox.ts';
import { WaitingMessage } from '../outbox/waiting-message.tsx';
import { QuestionMessage } from './question-message.tsx';
import { useMarkSeen } from './use-mark-seen.ts';

const NONE: ResumeMode[] = [];
const RETRY: ResumeMode[] = ['retry'];
const BOTH: ResumeMode[] = ['continue', 'retry'];

/** The actions for an answer: none if it's complete or still streaming, and no "continue" if it has no text. */
export function resumeModes({ status, content }: { status: TurnStatus; content: string }): ResumeMode[] {
  if (status === 'streaming' || status === 'complete') return NONE;
  return content.trim() === '' ? RETRY : BOTH;
}

/** Without the exchange that a message on its way replaces. */
export function withoutReplaced<T extends { id: string }>(messages: T[], waiting: Pick<Outgoing, 'replaces'>[]): T[] {
  const at = messages.findIndex(({ id }) => waiting.some(({ replaces }) => replaces === id));
  return at === -1 ? messages : messages.filter((_message, index) => index !== at && index !== at - 1);
}

export type ThreadMessagesProps = {
  assistant: Assistant;
  conversationId: string | null;
  messages: ChatMessage[];
  streamingId: string | undefined;
  hasNewAnswer: boolean;
  /** The messages the server doesn't have yet; the first of them may be on its way. */
  waiting: Outgoing[];
  isSending: boolean;
  onTakeBack: (message: Outgoing) => void;
  onResume: (messageId: string, mode: ResumeMode) => void;
  resumingId: string | undefined;
};

/** The messages of a thread, oldest first. Follows the one that is being written. */
export function ThreadMessages(props: ThreadMessagesProps) {
  const { assistant, conversationId, streamingId, hasNewAnswer, waiting, isSending, resumingId } = props;
  const { onTakeBack, onResume } = props;
  useFollowAnswer(conversationId, streamingId);
  useMarkSeen(conversationId, hasNewAnswer && streamingId === undefined);
  useEffect(preloadAnswers, []);
  const messages = withoutReplaced(props.messages, waiting);
  const last = waiting.length === 0 ? messages.at(-1) : undefined;
  const lastQuestion = last?.role === 'assistant' && last.status !== 'streaming' ? messages.at(-2) : undefined;
  return (
    <>
      {conversationId !== null &&
        messages.map((message) =>
          message.role === 'user' ? (
            <QuestionMessage
              key={message.id}
              message={message}
              answerId={message === lastQuestion ? last?.id : undefined}
            />
          ) : (
            <AnswerMessage
              key={message.id}
              assistant={assistant}
              conversationId={conversationId}
              message={message}
              modes={message === last ? resumeModes(last) : NONE}
              question={message === last ? lastQuestion?.content : undefined}
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
    </>
  );
}
