import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { assistantById } from '#contract/chat/assistants.ts';
import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { askVisitor } from '#src/api/lazy/lazy-visitor.ts';
import { useSite } from '#src/domain/site/site.ts';
import { useVisitor } from '#src/domain/site/visitor.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { SmallChatForm } from '#src/ui/chat/small-chat-form.tsx';
import { createConversationStore } from './conversation-store.ts';
import { sessionStorageOrNull } from './stored-conversation.ts';
import { suggestedQuestions } from './suggested-questions.ts';
import { ConversationLog } from './conversation-log.tsx';
import { createFailureReporter } from './report-failure.ts';
import { useEscape } from './use-escape.ts';
import { useSheet } from './use-sheet.ts';
import './visitor-panel.css';

const BRAIN = assistantById('brain_ai');

function useConversation() {
  const { supportEmail } = useSite();
  const isOffered = useVisitor() === 'guest';
  const [{ store, failures }] = useState(() => {
    const reporter = createFailureReporter(supportEmail);
    const options = {
      ask: askVisitor,
      disk: sessionStorageOrNull(),
      isOffered,
      supportEmail,
      explain: reporter.report,
    };
    return { store: createConversationStore(options), failures: reporter };
  });
  useEffect(() => store.start(), [store]);
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  return { store, state, failures };
}

/** The open chatbot (VISITOR-1). It stays in the DOM while closed, so that neither the conversation nor a draft is lost. */
export function VisitorPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { store, state, failures } = useConversation();
  const visitor = useVisitor();
  const panel = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useSheet(panel, isOpen, onClose);
  useEffect(() => {
    if (isOpen) field.current?.focus({ preventScroll: true });
  }, [isOpen]);

  const send = (text: string) => {
    if (!store.send(text)) return false;
    failures.takeBack();
    field.current?.focus({ preventScroll: true });
    return true;
  };
  useEscape(panel, isOpen, onClose);

  return (
    <section
      ref={panel}
      className="visitor-panel small-chat"
      role="dialog"
      aria-label={`Chat with ${BRAIN.name}`}
      data-assistant={BRAIN.id}
      hidden={!isOpen}
    >
      <div className="head">
        <AssistantAvatar id={BRAIN.id} size={40} />
        <h2 className="strong grow">{BRAIN.name}</h2>
        <IconButton label="Close" onClick={onClose}>
          <ChevronDown className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <ConversationLog
        state={state}
        questions={suggestedQuestions(visitor)}
        onAsk={send}
        onRetry={() => {
          failures.takeBack();
          store.retry();
          field.current?.focus({ preventScroll: true });
        }}
        onCloseBox={(farewell) => {
          store.closeBox(farewell);
          field.current?.focus({ preventScroll: true });
        }}
      />
      <SmallChatForm
        field={field}
        placeholder={CHAT_TEXTS.inputPlaceholder}
        isBusy={state.status !== 'idle'}
        onSend={send}
      />
      <p className="hint quiet">{BRAIN.name} can be wrong. We don’t store what you write here.</p>
    </section>
  );
}
