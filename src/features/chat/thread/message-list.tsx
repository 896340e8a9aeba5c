import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { TRY_AGAIN } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import type { ChatMessage } from '../chat-types.ts';
import { estimateHeight } from './estimate-height.ts';
import { findMessage } from './merge-pages.ts';
import type { useMoreMessages } from './use-more-messages.ts';
import { rememberPlace, type Place } from './use-opening.ts';
import { isNearEnd, type useStickToBottom } from './use-stick-to-bottom.ts';

/** Between two messages, in pixels. */
const GAP_PX = 20;
/** Room for the line that says that more are being loaded. */
const EDGE_PX = 52;
/** How many messages outside the view are rendered on each side: Tab moves into them, and fast scrolling meets no empty space. */
const OVERSCAN = 10;
/** When this few messages are left on a side, the next page is loaded. */
const FEW_LEFT = 15;

type More = ReturnType<typeof useMoreMessages>;
type MessageListProps = {
  conversationId: string;
  messages: ChatMessage[];
  /** Where the list begins; null for its end. It's read once. */
  place: Place | null;
  scroll: Pick<ReturnType<typeof useStickToBottom>, 'viewRef' | 'isFollowing'>;
  older: More;
  newer: More;
  /** The message that a link led to has left the view. */
  onLeaveLink: () => void;
  /** Who wrote a message. */
  nameOf: (message: ChatMessage) => string;
  children: (message: ChatMessage, index: number) => ReactNode;
};

const rowsIn = (list: HTMLElement | null, selector: string) => [
  ...(list?.querySelectorAll<HTMLElement>(`.log-row${selector}`) ?? []),
];

const viewOf = (part: HTMLElement | null) => part?.closest<HTMLElement>('[role="log"]') ?? null;

/** The line at an end of the list behind which there are more messages. */
function Edge({ side, more }: { side: 'start' | 'end'; more: More }) {
  if (!more.hasMore) return null;
  return (
    <div className={`log-edge ${side}`}>
      {more.hasFailed ? (
        <Button
          variant="secondary"
          size="sm"
          onClick={({ currentTarget }) => {
            // The button disappears, so move the focus.
            viewOf(currentTarget)?.focus({ preventScroll: true });
            more.load();
          }}
        >
          {TRY_AGAIN}
        </Button>
      ) : (
        <p className="small muted">{CHAT_TEXTS.loading}</p>
      )}
    </div>
  );
}

/**
 * The loaded messages, of which only those near the view are rendered. Those that have the focus or an open form stay, and so does the last
 * exchange, which may have a growing answer.
 */
export function MessageList(props: MessageListProps) {
  const { conversationId, messages, place, scroll, older, newer, onLeaveLink, nameOf, children } = props;
  const { viewRef, isFollowing } = scroll;
  const listRef = useRef<HTMLDivElement>(null);
  const latest = useRef(messages);
  const count = messages.length;
  const height = (index: number) => estimateHeight(messages[index]);

  const keepInUse = useCallback((range: Range) => {
    const inUse = rowsIn(listRef.current, ':is(:focus, :focus-within, :has(form))');
    const kept = inUse.map(({ dataset }) => findMessage(latest.current, dataset.message ?? ''));
    const rendered = new Set([...defaultRangeExtractor(range), ...kept, range.count - 2, range.count - 1]);
    return [...rendered].filter((index) => index >= 0 && index < range.count).toSorted((a, b) => a - b);
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- reason: nothing it returns is passed to a memoized component
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => viewOf(listRef.current),
    getItemKey: useCallback((index: number) => messages[index]?.id ?? index, [messages]),
    estimateSize: height,
    gap: GAP_PX,
    paddingStart: older.hasMore ? EDGE_PX : 0,
    paddingEnd: newer.hasMore ? EDGE_PX : 0,
    overscan: OVERSCAN,
    rangeExtractor: keepInUse,
    // Older messages are added above without moving what is in view.
    anchorTo: 'end',
    // No distance is that short: it would also keep the end in view where the person is to see another place, in a thread whose estimated
    // heights fit the view. use-stick-to-bottom.ts follows the end.
    scrollEndThreshold: -1,
    initialOffset: () => {
      const index = place ? findMessage(messages, place.messageId) : -1;
      const end = index === -1 ? count : index;
      let top = older.hasMore ? EDGE_PX : 0;
      for (let before = 0; before < end; before += 1) top += height(before) + GAP_PX;
      return Math.max(
        0,
        top - (index === -1 ? (viewRef.current?.clientHeight ?? window.innerHeight) : (place?.offset ?? 0)),
      );
    },
  });
  useLayoutEffect(() => {
    latest.current = messages;
  }, [messages]);
  useLayoutEffect(() => {
    // What is followed is scrolled to once everything is measured (use-stick-to-bottom.ts). Otherwise, what is in view stays there when
    // something above turns out to have another height.
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ key, index, start, end }) => {
      if (isFollowing()) return false;
      const sizes = virtualizer.itemSizeCache;
      // While a place opens, the estimated heights don't tell what is above it.
      const placeIndex = place && !sizes.has(place.messageId) ? findMessage(latest.current, place.messageId) : -1;
      if (placeIndex !== -1) return index < placeIndex;
      const top = virtualizer.scrollOffset ?? 0;
      return sizes.has(key) ? end <= top : start < top;
    };
  }, [virtualizer, isFollowing, place]);

  // They bring the range up to date.
  const rows = virtualizer.getVirtualItems();
  const { startIndex = count, endIndex = 0 } = virtualizer.range ?? {};
  const wantsOlder = startIndex < FEW_LEFT && older.hasMore && !older.isLoading && !older.hasFailed;
  const wantsNewer = endIndex >= count - FEW_LEFT && newer.hasMore && !newer.isLoading && !newer.hasFailed;
  const [loadOlder, loadNewer] = [older.load, newer.load];
  useEffect(() => {
    if (wantsOlder) loadOlder();
  }, [wantsOlder, loadOlder]);
  useEffect(() => {
    if (wantsNewer) loadNewer();
  }, [wantsNewer, loadNewer]);

  const linkedIndex = place?.isLinked ? findMessage(messages, place.messageId) : -1;
  const linkedId = messages[linkedIndex]?.id;
  const isLinkInView = linkedIndex >= startIndex && linkedIndex <= endIndex;
  const wasLinkInView = useRef(false);
  useEffect(() => {
    if (!isLinkInView && wasLinkInView.current) onLeaveLink();
    if (!isLinkInView || wasLinkInView.current) return;
    wasLinkInView.current = true;
    // Keep focus in the find bar while stepping through matches.
    if (document.activeElement?.closest('.find')) return;
    rowsIn(listRef.current, '.linked')[0]?.focus({ preventScroll: true });
  }, [isLinkInView, onLeaveLink]);

  const hasEnd = !newer.hasMore;
  useEffect(() => {
    const view = virtualizer.scrollElement;
    const remember = () => {
      if (!view) return;
      if (hasEnd && isNearEnd(view)) return rememberPlace(conversationId, null);
      // The first message whose top is in view: the height of one that begins above may be an estimate when the place is opened.
      const items = virtualizer.getVirtualItems();
      const top = items.find(({ start }) => start >= view.scrollTop) ?? items.at(-1);
      const message = latest.current[top?.index ?? -1];
      if (top && message) rememberPlace(conversationId, { messageId: message.id, offset: top.start - view.scrollTop });
    };
    view?.addEventListener('scroll', remember, { passive: true });
    return () => view?.removeEventListener('scroll', remember);
  }, [virtualizer, conversationId, hasEnd]);

  const isWhole = !older.hasMore && !newer.hasMore;
  return (
    <div className="log-list" ref={listRef} style={{ height: virtualizer.getTotalSize() }}>
      <Edge side="start" more={older} />
      <div role="feed" aria-label="Messages" aria-busy={older.isLoading || newer.isLoading}>
        {rows.map(({ key, index, start }) => {
          const message = messages[index];
          return (
            message && (
              <article
                key={key}
                ref={virtualizer.measureElement}
                className={message.id === linkedId ? 'log-row linked' : 'log-row'}
                style={{ top: start }}
                data-index={index}
                data-message={message.id}
                tabIndex={-1}
                aria-label={nameOf(message)}
                aria-posinset={index + 1}
                aria-setsize={isWhole ? count : -1}
              >
                {children(message, index)}
              </article>
            )
          );
        })}
      </div>
      <Edge side="end" more={newer} />
    </div>
  );
}
