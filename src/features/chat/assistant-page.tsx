import { useEffect, useRef, useState } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { isSendable } from '#contract/chat/chat.ts';
import { personalStore } from '#src/lib/personal-store.ts';
import { useIsOnline } from '#src/api/use-is-online.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { preloadMarkdown } from './answers/answer-body.tsx';
import './chat.css';
import { Composer } from './composer/composer.tsx';
import { ConversationList } from './conversations/conversation-list.tsx';
import { draftKey, readDraft } from './composer/drafts.ts';
import { EmptyThread } from './thread/empty-thread.tsx';
import { LazyConversationSheet } from './conversations/lazy-conversation-sheet.tsx';
import { MessageLog } from './thread/message-log.tsx';
import { ThreadHeader } from './thread/thread-header.tsx';
import { ThreadError, ThreadLoading } from './thread/thread-notice.tsx';
import { useOutbox } from './outbox/outbox-context.ts';
import { useConversations } from './conversations/use-conversations.ts';
import { useDeleteConversation } from './conversations/use-delete-conversation.ts';
import { useDraft } from './composer/use-draft.ts';
import { useFollowAnswer } from './answers/use-follow-answer.ts';
import { useOfferUpgrade } from './outbox/use-offer-upgrade.ts';
import { useResume } from './answers/use-resume.ts';
import { useSending } from './outbox/use-sending.ts';
import { useStickToBottom } from './thread/use-stick-to-bottom.ts';
import { useThread } from './thread/use-thread.ts';

type Props = {
  assistant: Assistant;
  /** The open conversation, or null for a new one. The address holds it. */
  conversationId: string | null;
  onSelectConversation: (id: string | null) => void;
};

/** The chat screen of one assistant (spec §2 "Chat screen"). */
export function AssistantPage(props: Props) {
  return <ChatScreen key={props.assistant.id} {...props} />;
}

function ChatScreen({ assistant, conversationId, onSelectConversation }: Props) {
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const userId = useAuth().user.id;
  const isOnline = useIsOnline();
  const { takeBack } = useOutbox();

  const sending = useSending({ userId, assistant, conversationId, onSelect: onSelectConversation });
  const { openId, waiting, select } = sending;
  const draft = useDraft(draftKey(userId, assistant.id, openId));
  const thread = useThread(openId);
  const isAnswering = thread.streamingId !== undefined;
  const conversations = useConversations(assistant.id, { id: openId, updatedAt: thread.updatedAt, isAnswering });
  const scroll = useStickToBottom(openId);
  const remove = useDeleteConversation({ assistantId: assistant.id, conversationId: openId, onSelect: select });
  const { resume, resumingId } = useResume(openId, useOfferUpgrade(assistant));
  useFollowAnswer(openId, thread.streamingId);

  const hasAnswers = thread.messages.length > 0 || waiting.length > 0;
  useEffect(() => {
    if (hasAnswers) preloadMarkdown();
  }, [hasAnswers]);

  const send = () => {
    // Read again: a second key press can come before the first is on the screen.
    const text = readDraft(personalStore, draftKey(userId, assistant.id, openId));
    if (!isSendable(text) || !sending.send(text)) return;
    draft.setText('');
    scroll.toEnd();
  };
  const startNew = () => {
    select(null);
    boxRef.current?.focus();
  };
  const list = {
    ...conversations,
    selectedId: openId,
    onSelect: select,
    onDelete: (id: string) => remove(id),
    onNew: startNew,
  };

  return (
    <div className="chat" data-assistant={assistant.id}>
      <section className="convs" aria-label="Conversations">
        <ConversationList {...list} />
      </section>
      <section className="thread" aria-label={`Chat with ${assistant.name}`}>
        <ThreadHeader assistant={assistant} onNew={startNew} onHistory={() => setIsSheetOpen(true)} />
        <MessageLog
          assistant={assistant}
          conversationId={openId}
          messages={thread.messages}
          waiting={waiting}
          isSending={isOnline && !isAnswering}
          scroll={scroll}
          onTakeBack={(message) => void takeBack(message).then(() => boxRef.current?.focus())}
          onResume={resume}
          resumingId={resumingId}
        >
          {thread.isLoading && <ThreadLoading />}
          {thread.error !== null && (
            <ThreadError error={thread.error} onRetry={thread.refetch} onNew={() => select(null)} />
          )}
          {openId === null && waiting.length === 0 && (
            <EmptyThread
              assistant={assistant}
              onPick={(request) => {
                draft.setText(request);
                boxRef.current?.focus();
              }}
            />
          )}
        </MessageLog>
        <Composer
          assistant={assistant}
          boxRef={boxRef}
          text={draft.text}
          onText={draft.setText}
          onSend={send}
          onStop={() => sending.stopAnswer(thread.streamingId)}
          isAwaiting={isOnline && (waiting.length > 0 || isAnswering || resumingId !== undefined)}
          isStopping={sending.isStopping}
        />
      </section>
      <LazyConversationSheet {...list} isOpen={isSheetOpen} onClose={() => setIsSheetOpen(false)} />
    </div>
  );
}
