import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollTarget, type Follow } from './scroll-target.ts';

/** Within this distance a reader counts as being at the end. */
const NEAR_PX = 48;

/** Whether the last of what is loaded is in view. */
export const isNearEnd = (view: HTMLElement) => view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_PX;

function targetOf(view: HTMLElement, follow: Follow): number {
  // The last question is always rendered.
  const question = [...view.querySelectorAll<HTMLElement>('.msg.me')].at(-1);
  return scrollTarget(follow, {
    height: view.scrollHeight,
    viewHeight: view.clientHeight,
    questionTop: question && question.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop,
  });
}

type Options = {
  /** A new one is another opening of a conversation. */
  openingKey: string;
  conversationId: string | null;
  /** Otherwise the list of messages begins at a place in the middle. */
  opensAtEnd: boolean;
  /** The messages that are loaded reach the end of the conversation. */
  hasEnd: boolean;
};

/**
 * Keeps the newest text in view unless the person has scrolled up. After a question was sent, the text moves up until the question is at the
 * top, and no further: people read from there at their own pace.
 */
export function useStickToBottom({ openingKey, conversationId, opensAtEnd, hasEnd }: Options) {
  const viewRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const follow = useRef<Follow>('end');
  const lastTop = useRef(0);
  const hasEndNow = useRef(hasEnd);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const onScroll = useCallback(() => {
    const view = viewRef.current;
    if (!view) return;
    const isNear = hasEndNow.current && isNearEnd(view);
    // Only an upward scroll releases it: text that arrives before our own scroll event also leaves a distance.
    if (view.scrollTop < lastTop.current && !isNear) follow.current = 'nothing';
    else if (view.scrollTop > lastTop.current && isNear && follow.current === 'nothing') follow.current = 'end';
    lastTop.current = view.scrollTop;
    setIsAtEnd(isNear || follow.current === 'end');
  }, []);
  const move = useCallback(() => {
    const view = viewRef.current;
    if (!view || follow.current === 'nothing') return;
    view.scrollTop = targetOf(view, follow.current);
    lastTop.current = view.scrollTop;
    onScroll();
  }, [onScroll]);
  const toEnd = useCallback(() => {
    follow.current = 'end';
    move();
  }, [move]);
  /** A question was sent: it will be the last one. */
  const toQuestion = useCallback(() => {
    follow.current = 'question';
    move();
  }, [move]);

  const opened = useRef({ conversationId, openingKey });
  useLayoutEffect(() => {
    const { conversationId: before } = opened.current;
    opened.current = { conversationId, openingKey };
    // A conversation that its first question has just begun is no other one, nor is the same one at its end.
    const isSame = before === null || before === conversationId;
    if (!opensAtEnd) follow.current = 'nothing';
    else if (!isSame || follow.current !== 'question') follow.current = 'end';
    move();
  }, [move, openingKey, conversationId, opensAtEnd]);
  useLayoutEffect(() => {
    hasEndNow.current = hasEnd;
  }, [hasEnd]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (follow.current === 'nothing') onScroll();
      else move();
    });
    for (const part of [viewRef.current, contentRef.current]) if (part) observer.observe(part);
    return () => observer.disconnect();
  }, [move, onScroll]);

  const isFollowing = useCallback(() => follow.current !== 'nothing', []);
  return { viewRef, contentRef, isAtEnd, isFollowing, toEnd, toQuestion, onScroll };
}
