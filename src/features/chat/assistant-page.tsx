import { useCallback, useEffect, useRef, useState } from 'react';
import type { Assistant } from '#contract/assistants.ts';
import { trpc } from '#src/lib/trpc.ts';
import { preloadMarkdown } from './answer-body.tsx';
import './chat.css';
import { Composer } from './composer.tsx';
import { ConversationList } from './conversation-list.tsx';
import { draftKey } from './drafts.ts';
import { EmptyThread } from './empty-thread.tsx';
import { LazyConversationSheet } from './lazy-conversation-sheet.tsx';
import { MessageLog } from './message-log.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { ThreadError, ThreadLoading } from './thread-notice.tsx';
import { useConversations } from './use-conversations.ts';
import { useDeleteConversation } from './use-delete-conversation.ts';
import { useDraft } from './use-draft.ts';
import { useFollowAnswer } from './use-follow-answer.ts';
import { useSend } from './use-send.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import { useThread } from './use-thread.ts';

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
  const { data: session } = trpc.auth.session.useQuery(undefined, { staleTime: Infinity });
  const keyOf = (id: string | null) => draftKey(session?.user.id ?? '', assistant.id, id);

  const draft = useDraft(keyOf(conversationId));
  const conversations = useConversations(assistant.id, conversationId);
  const thread = useThread(conversationId);
  const scroll = useStickToBottom(conversationId);
  const remove = useDeleteConversation({ assistantId: assistant.id, conversationId, onSelect: onSelectConversation });
  const { pending, send, stopAnswer, isStopping } = useSend({
    assistant,
    conversationId,
    onSent: onSelectConversation,
    onRefused: (refused) => draft.putBack(keyOf(refused.conversationId), refused.text),
  });
  useFollowAnswer(conversationId, thread.streamingId);

  const isPendingHere = pending !== null && pending.conversationId === conversationId;
  const hasAnswers = thread.messages.length > 0 || pending !== null;
  useEffect(() => {
    if (hasAnswers) preloadMarkdown();
  }, [hasAnswers]);

  const ask = (text: string) => {
    scroll.toEnd();
    send(text);
  };
  const askRef = useRef(ask);
  useEffect(() => {
    askRef.current = ask;
  });
  // Stable, so that finished answers do not render again while another one grows.
  const askAgain = useCallback((question: string) => askRef.current(question), []);

  const startNew = () => {
    onSelectConversation(null);
    boxRef.current?.focus();
  };
  const list = {
    ...conversations,
    selectedId: conversationId,
    onSelect: onSelectConversation,
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
          conversationId={conversationId}
          messages={thread.messages}
          pendingText={isPendingHere ? pending.text : undefined}
          scroll={scroll}
          onAskAgain={askAgain}
        >
          {thread.isLoading && <ThreadLoading />}
          {thread.error !== null && (
            <ThreadError error={thread.error} onRetry={thread.refetch} onNew={() => onSelectConversation(null)} />
          )}
          {conversationId === null && !isPendingHere && (
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
          onSend={(text) => {
            draft.setText('');
            ask(text);
          }}
          onStop={() => stopAnswer(thread.streamingId)}
          isAwaiting={isPendingHere || thread.streamingId !== undefined}
          isStopping={isStopping}
        />
      </section>
      <LazyConversationSheet {...list} isOpen={isSheetOpen} onClose={() => setIsSheetOpen(false)} />
    </div>
  );
}
