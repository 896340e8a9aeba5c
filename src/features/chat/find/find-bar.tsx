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
import { firstHit, hitBeside, isSameLook, matchBeside, matchIn } from './hits.ts';
import { useMarks } from './use-marks.ts';
import { useSettled } from '../conversations/use-settled.ts';

type FindBarProps = {
  conversationId: string;
  /** What the URL looks for. */
  find: string;
  /** The id of the message in the URL. */
  messageId: string | null;
  viewRef: RefObject<HTMLElement | null>;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Opens the conversation at this message. */
  onShow: (find: string, messageId: string) => void;
  /** Called with the element that opened the bar, if the focus can return to it. */
  onClose: (opener: HTMLElement | null) => void;
};

const NONE: string[] = [];

/** Finds words in the open conversation, and leads from one match to the next, message by message (CHAT-41). */
export function FindBar(props: FindBarProps) {
  const { conversationId, find, messageId, viewRef, inputRef, onShow, onClose } = props;
  const inputId = useId();
  // A search result disappears once it's opened, so it can't get the focus back.
  const [opener] = useState(() => (find === '' ? document.activeElement : null));
  const [text, setText] = useState(find);
  const [currentId, setCurrentId] = useState(messageId);
  // The search text that the bar itself put into the URL.
  const [ownFind, setOwnFind] = useState(find);
  // Changes when a result of another search is opened.
  const [link, setLink] = useState({ find, messageId });
  if (link.find !== find || link.messageId !== messageId) {
    setLink({ find, messageId });
    if (find !== link.find && find !== ownFind) setText(find);
    if (messageId !== null) setCurrentId(messageId);
  }
  const searched = useSettled(text.trim());
  const hits = trpc.chat.hits.useQuery(searched === '' ? skipToken : { conversationId, text: searched });
  const ids = hits.data?.messageIds ?? NONE;
  const place = currentId === null ? -1 : ids.indexOf(currentId);
  // Counts jumps to a match, so that jumping to the same one scrolls to it again.
  const [visit, setVisit] = useState(0);
  const looked = { searched, currentId };
  const [stepped, setStepped] = useState({ ...looked, match: 0 });
  const marked = useMarks(viewRef, { ...looked, ids, match: matchIn(stepped, looked), visit });
  const isMarked = marked !== null && isSameLook(marked, looked);

  const show = (id: string | undefined, step: 1 | -1 = 1) => {
    if (id === undefined) return;
    setCurrentId(id);
    setStepped({ searched, currentId: id, match: step === 1 ? 0 : -1 });
    setVisit(visit + 1);
    setOwnFind(searched);
    onShow(searched, id);
  };
  // No stepping until the newest text has been searched.
  const isSettled = text.trim() === searched;
  const go = (step: 1 | -1) => {
    // Until its matches are marked, a message isn't left.
    if (!isSettled || (marked !== null && !isMarked)) return;
    const beside = matchBeside(marked, step);
    if (beside === null) show(hitBeside(ids, place, step), step);
    else {
      setStepped({ ...looked, match: beside });
      setVisit(visit + 1);
    }
  };
  const close = () => onClose(opener instanceof HTMLElement && opener.isConnected ? opener : null);
  const hasHits = ids.length > 0;
  const isNowhere = hasHits && place === -1;
  const [begun, setBegun] = useState('');
  // Messages that come later don't move the reader.
  const begin = () => {
    setBegun(searched);
    if (isNowhere) show(firstHit(ids, viewRef.current));
  };
  const latest = useRef({ go, begin, close, hasHits });
  useEffect(() => {
    latest.current = { go, begin, close, hasHits };
  });

  useEffect(() => {
    if (find === '') inputRef.current?.focus();
  }, [find, inputRef]);
  const isFound = isSettled && hits.isSuccess;
  useEffect(() => {
    if (!isFound || begun === searched) return;
    latest.current.begin();
  }, [isFound, begun, searched]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = pressedKey(event);
      const isIn = (part: string) => event.target instanceof Element && event.target.closest(part) !== null;
      const { hasHits: canStep } = latest.current;
      if (key === 'Escape' && isIn('.find')) latest.current.close();
      else if (
        (key === 'F3' && canStep && !isIn('[role="dialog"], [role="alertdialog"]')) ||
        (key === 'Enter' && event.target === inputRef.current)
      )
        latest.current.go(event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [inputRef]);

  const total = `${formatNumber(ids.length)}${hits.data?.isCut ? '+' : ''}`;
  // Messages that were found later, such as those of another version, wait until one is gone to.
  const nowhere = begun === searched ? `${total} found` : '';
  const count = isNowhere ? nowhere : `${formatNumber(place + 1)} of ${total}`;
  const found = hits.isPending ? CHAT_TEXTS.loading : hasHits ? count : 'Nothing found';
  const status = searched === '' ? '' : hits.error ? errorText(hits.error) : found;
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
        {isMarked && marked.count > 1 && (
          <span className="sr">{`, match ${marked.index + 1} of ${marked.count} in this message`}</span>
        )}
      </p>
      <IconButton label="Previous match" disabled={!hasHits} onClick={() => go(-1)}>
        <ChevronUp className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label="Next match" disabled={!hasHits} onClick={() => go(1)}>
        <ChevronDown className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label="Close" onClick={close}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
