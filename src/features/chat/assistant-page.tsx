import { skipToken } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { assistantById, type Assistant } from '#contract/chat/assistants.ts';
import { isSendable } from '#contract/chat/chat.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { trpc } from '#src/api/trpc.ts';
import { useIsOnline } from '#src/api/use-is-online.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import './chat.css';
import './knowledge/knowledge.css';
import { Composer } from './composer/composer.tsx';
import { useFilesPart } from './composer/files/use-files-part.ts';
import { ConversationList } from './conversations/conversation-list.tsx';
import { draftKey, filesKey, readDraft } from './composer/drafts.ts';
import type { EmptyThreadProps } from './thread/empty-thread.tsx';
import { MessageLog } from './thread/message-log.tsx';
import { ThreadHeader } from './thread/thread-header.tsx';
import { ThreadError, ThreadLoading } from './thread/thread-notice.tsx';
import { useOutbox } from './outbox/outbox-context.ts';
import { useNewConversation } from './composer/new-conversation.ts';
import { useConversations } from './conversations/use-conversations.ts';
import { useDeleteConversation } from './conversations/use-delete-conversation.ts';
import { useDraft } from './composer/use-draft.ts';
import { useOfferUpgrade } from './outbox/use-offer-upgrade.ts';
import { useResume } from './answers/use-resume.ts';
import { useSending, useSendOnceKnown } from './outbox/use-sending.ts';
import { isPrivateStart, privateStartKey } from './privacy/private-start.ts';
import { useForgetTaught } from './privacy/use-forget-taught.tsx';
import { usePrivacy } from './privacy/use-privacy.ts';
import { ExchangeProvider } from './thread/exchange-context.ts';
import { useOpening } from './thread/use-opening.ts';
import { useStickToBottom } from './thread/use-stick-to-bottom.ts';
import { useThread } from './thread/use-thread.ts';
import type { Find } from './find/find-in-thread.tsx';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';

// A conversation that is open already needs none of it, and without it the box still works.
const loadEmptyThread = async () => (await import('./thread/empty-thread.tsx')).EmptyThread;
const EmptyThread = lazy(async () => {
  const none: ComponentType<EmptyThreadProps> = () => null;
  return { default: await loadEmptyThread().catch(() => none) };
});
// Most conversations aren't private.
const PrivateNote = lazyPart(
  async () => (await import('./privacy/private-note.tsx')).PrivateNote,
  <p className="private-note" />,
);
// Few links carry a request.
const Prefill = lazyPart(async () => (await import('./composer/prefill.ts')).Prefill);
/** The sheet; wide screens don't load its code. */
const LazyConversationSheet = lazyDialog(
  async () => (await import('./conversations/conversation-sheet.tsx')).ConversationSheet,
);

type Props = {
  assistant: Assistant;
  /** The open conversation, or null for a new one. It's part of the URL. */
  conversationId: string | null;
  onSelectConversation: (id: string | null) => void;
  /** The message that a link to this conversation names. */
  messageId?: string;
  onUnlinkMessage: () => void;
  find: Find;
  /** A request carried by a link, for the message box. */
  ask?: string;
  onAskTaken: () => void;
};

/** The chat screen of one assistant (CHAT-1 to CHAT-5). */
export function AssistantPage(props: Props) {
  return <ChatScreen key={props.assistant.id} {...props} />;
}

function ChatScreen(props: Props) {
  const { assistant, conversationId, onSelectConversation, messageId = null, onUnlinkMessage, ask, onAskTaken } = props;
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const userId = useAuth().user.id;
  const isOnline = useIsOnline();
  const { takeBack } = useOutbox();
  const { start, startAnother } = useNewConversation(userId, assistant.id);
  const sending = useSending({
    userId,
    assistant,
    conversationId,
    start,
    onSelect: onSelectConversation,
    isPrivateStart: () => isPrivateStart(personalStore, privateStartKey(userId, { assistantId: assistant.id, start })),
  });
  const { openId, waiting, select } = sending;
  const isStarted = openId === null && waiting.length > 0;
  const threadKey = { assistantId: assistant.id, conversationId: openId, start };
  const key = draftKey(userId, threadKey);
  const draft = useDraft(key);
  const { opening, again, leaveLink, atEnd, atPlace } = useOpening(openId, messageId, onUnlinkMessage);
  const thread = useThread(openId, opening.place);
  // Together with the messages, whose code reads it from the cache.
  trpc.brain.ofConversation.useQuery(openId === null ? skipToken : { conversationId: openId }, {
    notifyOnChangeProps: [],
  });
  const isAnswering = thread.streamingId !== undefined;
  const conversations = useConversations(assistant.id, { id: openId, updatedAt: thread.updatedAt, isAnswering });
  const hasEnd = thread.newer === null;
  const scroll = useStickToBottom({
    openingKey: opening.key,
    conversationId: openId,
    opensAtEnd: opening.place === null,
    hasEnd,
  });
  const { toEnd: scrollToEnd, toQuestion: scrollToQuestion } = scroll;
  const { onDone, dialog } = useForgetTaught();
  const remove = useDeleteConversation({ assistantId: assistant.id, conversationId: openId, onSelect: select, onDone });
  const { resume, resumingId } = useResume(openId, useOfferUpgrade(assistant));
  const isAwaiting = isOnline && (waiting.length > 0 || isAnswering || resumingId !== undefined);
  const privacy = usePrivacy({
    userId,
    thread: threadKey,
    saved: thread.isPrivate,
    isBeginning: isStarted && isOnline,
    onDone,
  });
  const toLatest = useCallback(() => {
    scrollToEnd();
    if (!hasEnd) atEnd();
  }, [scrollToEnd, hasEnd, atEnd]);
  const toQuestion = useCallback(() => {
    scrollToQuestion();
    if (!hasEnd) atEnd();
  }, [scrollToQuestion, hasEnd, atEnd]);
  const files = useFilesPart(filesKey(userId, threadKey), openId, privacy.isPrivate === true);
  const send = () => {
    const text = readDraft(personalStore, key); // again: a second key press can arrive before the first has rendered
    if (!isSendable(text)) return;
    const attached = files.take();
    if (attached === null || !sending.send(text, { files: attached })) return;
    draft.setText('');
    files.handle.current?.clear();
    toQuestion();
  };
  const isKnown = openId === null || thread.assistantId === assistant.id || thread.error !== null;
  const sendOnceKnown = useSendOnceKnown(key, isKnown, send);
  // The same for every render, so that a growing answer doesn't render the buttons of all messages.
  const latestSend = useRef(sending.send);
  useEffect(() => {
    latestSend.current = sending.send;
  });
  const isBusy = isAwaiting || waiting.length > 0;
  const exchange = useMemo(
    () => ({
      isBusy,
      showAt: atPlace,
      leaveLink,
      replace: (replaces: string, text: string, isAgain: boolean) => {
        if (!latestSend.current(text, { replaces, isAgain })) return false;
        leaveLink();
        toQuestion();
        return true;
      },
    }),
    [isBusy, toQuestion, atPlace, leaveLink],
  );
  const startNew = useCallback(() => {
    // What is on its way opens a conversation of its own.
    if (isStarted) startAnother();
    select(null);
    boxRef.current?.focus();
  }, [isStarted, select, startAnother]);
  const list = {
    ...conversations,
    selectedId: openId,
    onSelect: select,
    onDelete: remove,
    onNew: startNew,
    onOpenFound: again,
  };
  // A link may name a conversation of another teammate.
  if (thread.assistantId !== undefined && thread.assistantId !== assistant.id) {
    const { slug } = assistantById(thread.assistantId);
    return <Navigate to="/dashboard/$slug" params={{ slug }} search={(search) => search} replace />;
  }
  return (
    <div className="chat" data-assistant={assistant.id}>
      <section className="convs" aria-label="Conversations">
        <ConversationList {...list} />
      </section>
      <section className="thread" aria-label={`Chat with ${assistant.name}`}>
        <ThreadHeader
          assistant={assistant}
          title={thread.title}
          privacy={privacy}
          onNew={startNew}
          onHistory={() => setIsSheetOpen(true)}
          find={{ ...props.find, conversationId: openId, messageId, again, viewRef: scroll.viewRef }}
        />
        <ExchangeProvider value={exchange}>
          <MessageLog
            assistant={assistant}
            conversationId={openId}
            thread={thread}
            openingKey={opening.key}
            place={opening.place}
            onLeaveLink={leaveLink}
            waiting={waiting}
            isSending={isOnline && !isAnswering}
            scroll={scroll}
            onLatest={toLatest}
            onTakeBack={(message) => void takeBack({ ...message, start }).then(() => boxRef.current?.focus())}
            onResume={resume}
            resumingId={resumingId}
          >
            {privacy.isPrivate && <PrivateNote name={assistant.name} onChange={privacy.onChange} />}
            {thread.isLoading && <ThreadLoading />}
            {thread.error !== null && (
              <ThreadError error={thread.error} onRetry={thread.refetch} onNew={() => select(null)} />
            )}
            {openId === null && waiting.length === 0 && (
              <Suspense fallback={null}>
                <EmptyThread
                  assistant={assistant}
                  onPick={(request) => {
                    draft.setText(request);
                    boxRef.current?.focus();
                  }}
                />
              </Suspense>
            )}
          </MessageLog>
        </ExchangeProvider>
        <Composer
          assistant={assistant}
          boxRef={boxRef}
          text={draft.text}
          onText={draft.setText}
          onSend={sendOnceKnown}
          onStop={() => sending.stopAnswer(thread.streamingId, resumingId)}
          isAwaiting={isAwaiting}
          isStopping={sending.isStopping}
          files={files}
        />
      </section>
      <LazyConversationSheet {...list} isOpen={isSheetOpen} onClose={() => setIsSheetOpen(false)} />
      {ask !== undefined && (
        <Prefill {...{ userId, boxKey: key, ask, boxRef }} assistantId={assistant.id} onTaken={onAskTaken} />
      )}
      {dialog}
    </div>
  );
}
