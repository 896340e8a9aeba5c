import { ArrowDown } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { onResume } from '#src/api/on-resume.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';
import { Button } from '#src/ui/button.tsx';
import { WaitingMessage } from '../outbox/waiting-message.tsx';
import type { ThreadMessagesProps } from './thread-messages.tsx';
import { ThreadLoading } from './thread-notice.tsx';
import type { useStickToBottom } from './use-stick-to-bottom.ts';

const load = async () => (await import('../knowledge/known-thread.tsx')).KnownThread;
/** The code that renders messages. */
let loaded: Awaited<ReturnType<typeof load>> | null = null;

type MessageLogProps = ThreadMessagesProps & {
  openingKey: string;
  scroll: ReturnType<typeof useStickToBottom>;
  /** What to show instead of messages: the empty state, loading, an error. */
  children: ReactNode;
};

/** The frame of a thread, which scrolls. */
export function MessageLog({ openingKey, scroll, onLatest, children, ...props }: MessageLogProps) {
  const { viewRef, contentRef, isAtEnd, onScroll } = scroll;
  const { messages } = props.thread;
  const hasMessages = messages.length > 0 || props.waiting.length > 0;
  const isOpen = props.conversationId !== null || hasMessages;
  // Asked for together with the messages themselves, or before the first one is written, and again when the connection is back.
  const [ThreadMessages, setThreadMessages] = useState(() => loaded);
  useEffect(() => {
    if (ThreadMessages) return;
    const tryLoad = async () => {
      // Offline, the page says so already, and the code is asked for again.
      const part = isOpen && navigator.onLine ? await loadOrReport(load) : await load().catch(() => null);
      loaded = part;
      setThreadMessages(() => part);
    };
    if (isOpen) void tryLoad();
    const callOff = isOpen ? undefined : whenUsed(() => void tryLoad());
    const stopListening = onResume(() => void tryLoad());
    return () => {
      callOff?.();
      stopListening();
    };
  }, [ThreadMessages, isOpen]);
  return (
    <div className="log-frame">
      <div
        className="log"
        role="log"
        // Scrolling adds messages, too: what is new announces itself.
        aria-live="off"
        aria-label="Conversation"
        tabIndex={0}
        ref={viewRef}
        onScroll={onScroll}
        // The router restores the scroll position of an element that it finds again. The list has its own way.
        data-scroll-restoration-id={`log-${openingKey}`}
      >
        <div className="log-inner" ref={contentRef}>
          <h2 className="sr">Messages</h2>
          {children}
          {hasMessages && ThreadMessages && (
            <ThreadMessages key={openingKey} scroll={scroll} onLatest={onLatest} {...props} />
          )}
          {!ThreadMessages && messages.length > 0 && <ThreadLoading />}
          {!ThreadMessages &&
            props.waiting.map((message) => (
              <WaitingMessage key={message.id} message={message} onTakeBack={() => props.onTakeBack(message)} />
            ))}
        </div>
      </div>
      {!isAtEnd && (
        <Button type="button" variant="secondary" size="sm" className="jump" onClick={onLatest}>
          <ArrowDown className="icon sm" aria-hidden="true" />
          Jump to latest
        </Button>
      )}
    </div>
  );
}
