import { useEffect, useState } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import type { ResumeMode, TurnStatus } from '#contract/chat/chat.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { preloadAnswers } from '../answers/answer-body.tsx';
import { AnswerMessage } from '../answers/answer-message.tsx';
import { PendingAnswer } from '../answers/pending-answer.tsx';
import { useFollowAnswer } from '../answers/use-follow-answer.ts';
import type { Outgoing } from '../outbox/outbox.ts';
import { WaitingMessage } from '../outbox/waiting-message.tsx';
import { withoutReplaced } from './merge-messages.ts';
import { MessageList } from './message-list.tsx';
import { QuestionMessage } from './question-message.tsx';
import { useMarkSeen } from './use-mark-seen.ts';
import { useMoreMessages } from './use-more-messages.ts';
import { isLinkHidden, type Place } from './use-opening.ts';
import { useScrollKeys } from './use-scroll-keys.ts';
import type { useStickToBottom } from './use-stick-to-bottom.ts';
import type { useThread } from './use-thread.ts';

// Lazy: links to hidden versions are rare.
const LinkedVersion = lazyPart(async () => (await import('./linked-version.tsx')).LinkedVersion, null);

const NONE: ResumeMode[] = [];
const RETRY: ResumeMode[] = ['retry'];
const BOTH: ResumeMode[] = ['continue', 'retry'];

/** The actions for an answer: none if it's complete or still streaming, and no "continue" if it has no text. */
export function resumeModes({ status, content }: { status: TurnStatus; content: string }): ResumeMode[] {
  if (status === 'streaming' || status === 'complete') return NONE;
  return content.trim() === '' ? RETRY : BOTH;
}

export type ThreadMessagesProps = {
  assistant: Assistant;
  conversationId: string | null;
  thread: Pick<
    ReturnType<typeof useThread>,
    'key' | 'messages' | 'older' | 'newer' | 'streamingId' | 'hasNewAnswer' | 'isPrivate'
  >;
  /** Where the list begins; null for its end. */
  place: Place | null;
  onLeaveLink: () => void;
  scroll: Pick<ReturnType<typeof useStickToBottom>, 'viewRef' | 'isFollowing'>;
  /** To the end of the conversation. */
  onLatest: () => void;
  /** The messages the server doesn't have yet; the first of them may be on its way. */
  waiting: Outgoing[];
  isSending: boolean;
  onTakeBack: (message: Outgoing) => void;
  onResume: (messageId: string, mode: ResumeMode) => boolean;
  resumingId: string | undefined;
};

/** The messages of a thread, oldest first. Follows the one that is being written. */
export function ThreadMessages(props: ThreadMessagesProps) {
  const { assistant, conversationId, thread, place, waiting, isSending, resumingId, onTakeBack, onResume } = props;
  const { key, streamingId } = thread;
  useFollowAnswer(conversationId, streamingId);
  useMarkSeen(conversationId, thread.hasNewAnswer && streamingId === undefined);
  useScrollKeys(props.scroll.viewRef, props.onLatest);
  useEffect(preloadAnswers, []);
  const older = useMoreMessages(key, 'before', thread.older);
  const newer = useMoreMessages(key, 'after', thread.newer);
  // A message that is on its way takes the place of what it replaces.
  const messages = waiting.reduce(
    (shown, { replaces }) => (replaces === null ? shown : withoutReplaced(shown, replaces)),
    thread.messages,
  );
  const hasEnd = thread.newer === null;
  // Decided once, from the messages loaded first: later, the person may choose another version in any tab.
  const [wantsLinked, setWantsLinked] = useState<boolean | null>(null);
  if (wantsLinked === null && thread.messages.length > 0) setWantsLinked(isLinkHidden(place, thread.messages));
  const last = hasEnd && waiting.length === 0 ? messages.at(-1) : undefined;
  return (
    <>
      {wantsLinked && place && conversationId !== null && (
        <LinkedVersion conversationId={conversationId} messageId={place.messageId} />
      )}
      {conversationId !== null && messages.length > 0 && (
        <MessageList
          conversationId={conversationId}
          messages={messages}
          place={place}
          scroll={props.scroll}
          older={older}
          newer={newer}
          onLeaveLink={props.onLeaveLink}
          nameOf={({ role }) => (role === 'user' ? 'You' : assistant.name)}
        >
          {(message, index) =>
            message.role === 'user' ? (
              <QuestionMessage
                conversationId={conversationId}
                message={message}
                answerId={messages[index + 1]?.role === 'assistant' ? messages[index + 1]?.id : undefined}
                isMarked={message.isPrivate && thread.isPrivate === false}
              />
            ) : (
              <AnswerMessage
                assistant={assistant}
                conversationId={conversationId}
                message={message}
                modes={message === last ? resumeModes(last) : NONE}
                question={messages[index - 1]?.role === 'user' ? messages[index - 1]?.content : undefined}
                isResuming={message.id === resumingId}
                onResume={onResume}
              />
            )
          }
        </MessageList>
      )}
      {/* The messages above aren't announced as they are rendered: scrolling renders them, too. */}
      <div className="log-tail" aria-live="polite">
        {hasEnd &&
          waiting.map((message, index) =>
            isSending && index === 0 ? (
              <PendingAnswer key={message.id} assistant={assistant} question={message} />
            ) : (
              <WaitingMessage key={message.id} message={message} onTakeBack={() => onTakeBack(message)} />
            ),
          )}
      </div>
    </>
  );
}
