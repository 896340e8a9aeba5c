import { Search } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FindBar } from './find-bar.tsx';

/** The search text for the open conversation; '' if nothing has been typed yet. */
export type Find = { text: string | undefined; onFind: (text?: string, messageId?: string) => void };
export type FindInThread = Find & {
  conversationId: string | null;
  messageId: string | null;
  /** Opens the conversation at the URL's message again, if this is that message. */
  again: (messageId: string | null) => void;
  viewRef: RefObject<HTMLElement | null>;
};
/** With the field of the find bar. */
type FindPartProps = FindInThread & { conversationId: string; inputRef: RefObject<HTMLInputElement | null> };

/** Opens the find bar, or leads back to its field. */
export function FindButton({ text, onFind, inputRef }: FindPartProps) {
  const open = () => {
    if (text === undefined) onFind('');
    inputRef.current?.focus();
    inputRef.current?.select();
  };
  return (
    <IconButton label="Find in this conversation" onClick={open}>
      <Search className="icon" aria-hidden="true" />
    </IconButton>
  );
}

/** The find bar, while something is looked for. */
export function FindPart({ text, onFind, conversationId, messageId, again, viewRef, inputRef }: FindPartProps) {
  if (text === undefined) return null;
  return (
    <FindBar
      key={conversationId}
      conversationId={conversationId}
      find={text}
      messageId={messageId}
      viewRef={viewRef}
      inputRef={inputRef}
      onShow={(searched, id) => {
        again(id);
        onFind(searched, id);
      }}
      onClose={(opener) => {
        onFind();
        (opener ?? viewRef.current)?.focus();
      }}
    />
  );
}
