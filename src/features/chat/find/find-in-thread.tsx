import { Search } from 'lucide-react';
import type { RefObject } from 'react';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';

// Opened by a search.
const FindBar = lazyPart(async () => (await import('./find-bar.tsx')).FindBar);

/** What is looked for in the open conversation; '' if nothing has been typed yet. */
export type Find = { text: string | undefined; onFind: (text?: string, messageId?: string) => void };
export type FindInThread = Find & {
  conversationId: string | null;
  messageId: string | null;
  /** Opens at the message again that the URL names, if this is the one. */
  again: (messageId: string | null) => void;
  viewRef: RefObject<HTMLElement | null>;
};

/** Opens the find bar. */
export const FindButton = ({ conversationId, onFind }: FindInThread) =>
  conversationId === null ? null : (
    <IconButton label="Find in this conversation" onClick={() => onFind('')}>
      <Search className="icon" aria-hidden="true" />
    </IconButton>
  );

/** The find bar, while something is looked for. */
export function FindPart({ text, onFind, conversationId, messageId, again, viewRef }: FindInThread) {
  if (conversationId === null || text === undefined) return null;
  return (
    <FindBar
      key={conversationId}
      conversationId={conversationId}
      find={text}
      messageId={messageId}
      viewRef={viewRef}
      onShow={(searched, id) => {
        again(id);
        onFind(searched, id);
      }}
      onClose={() => {
        onFind();
        viewRef.current?.focus();
      }}
    />
  );
}
