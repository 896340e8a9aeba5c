import { skipToken } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { SEARCH_MAX } from '#contract/chat/chat.ts';
import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import './find.css';
import { firstHit, hitBeside } from './hits.ts';
import { useMarks } from './use-marks.ts';
import { useSettled } from '../conversations/use-settled.ts';

type FindBarProps = {
  conversationId: string;
  /** What the URL looks for. */
  find: string;
  /** The message that the URL names. */
  messageId: string | null;
  viewRef: RefObject<HTMLElement | null>;
  /** Opens the conversation at this message. */
  onShow: (find: string, messageId: string) => void;
  onClose: () => void;
};

const NONE: string[] = [];

/** Finds words in the open conversation, and leads from one message that has them to the next (CHAT-41). */
export function FindBar({ conversationId, find, messageId, viewRef, onShow, onClose }: FindBarProps) {
  const inputId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(find);
  const [currentId, setCurrentId] = useState(messageId);
  // A result of another search was opened.
  const [link, setLink] = useState({ find, messageId });
  if (link.find !== find || link.messageId !== messageId) {
    setLink({ find, messageId });
    if (find !== link.find) setText(find);
    if (messageId !== null) setCurrentId(messageId);
  }
  const searched = useSettled(text.trim());
  const hits = trpc.chat.hits.useQuery(searched === '' ? skipToken : { conversationId, text: searched });
  const ids = hits.data?.messageIds ?? NONE;
  const place = currentId === null ? -1 : ids.indexOf(currentId);
  useMarks(viewRef, { searched, ids, currentId });

  const show = (id: string | undefined) => {
    if (id === undefined) return;
    setCurrentId(id);
    onShow(searched, id);
  };
  const go = (step: 1 | -1) => show(hitBeside(ids, place, step));
  const latest = useRef({ go, show, onClose });
  useEffect(() => {
    latest.current = { go, show, onClose };
  });

  useEffect(() => {
    if (find === '') inputRef.current?.focus();
  }, [find]);
  const isNowhere = ids.length > 0 && place === -1;
  useEffect(() => {
    if (isNowhere) latest.current.show(firstHit(ids, viewRef.current));
  }, [isNowhere, ids, viewRef]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = pressedKey(event);
      const isInside = event.target instanceof Element && event.target.closest('.find') !== null;
      if (key === 'Escape' && isInside) latest.current.onClose();
      else if (key === 'F3' || (key === 'Enter' && event.target === inputRef.current))
        latest.current.go(event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const count = `${formatNumber(Math.max(place, 0) + 1)} of ${formatNumber(ids.length)}${hits.data?.isCut ? '+' : ''}`;
  const found = hits.isPending ? CHAT_TEXTS.loading : ids.length === 0 ? 'Nothing found' : count;
  const status = searched === '' ? '' : hits.error ? errorText(hits.error) : found;
  const hasHits = ids.length > 0;
  return (
    <div className="find" role="search" aria-label="In this conversation">
      <div className="search grow">
        <Search className="icon" aria-hidden="true" />
        <label className="sr" htmlFor={inputId}>
          Find in this conversation
        </label>
        <input
          className="input"
          id={inputId}
          ref={inputRef}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          placeholder="Find in this conversation"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <p className="small muted" role="status">
        <span>{status}</span>
      </p>
      <IconButton label="Previous match" disabled={!hasHits} onClick={() => go(-1)}>
        <ChevronUp className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label="Next match" disabled={!hasHits} onClick={() => go(1)}>
        <ChevronDown className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label="Close find" onClick={onClose}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
