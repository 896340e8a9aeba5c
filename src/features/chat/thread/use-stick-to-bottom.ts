import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { scrollTarget, type Follow } from './scroll-target.ts';

/** Within this distance a reader counts as being at the end. */
const NEAR_PX = 48;

function targetOf(view: HTMLElement, follow: Follow): number {
  const questions = view.querySelectorAll<HTMLElement>('.msg.me');
  return scrollTarget(follow, {
    height: view.scrollHeight,
    viewHeight: view.clientHeight,
    questionTop: questions.item(questions.length - 1)?.offsetTop,
  });
}

/**
 * Keeps the newest text in view unless the person has scrolled up. `resetKey` starts at the end again. After a question was sent, the
 * text moves up until the question is at the top, and no further: people read from there at their own pace.
 */
export function useStickToBottom(resetKey: string | null) {
  const viewRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const follow = useRef<Follow>('end');
  const lastTop = useRef(0);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const onScroll = useCallback(() => {
    const view = viewRef.current;
    if (!view) return;
    const isNear = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_PX;
    // Only an upward scroll releases it: text that arrives before our own scroll event also leaves a distance.
    if (view.scrollTop < lastTop.current && !isNear) follow.current = 'nothing';
    else if (isNear && follow.current === 'nothing') follow.current = 'end';
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

  // A conversation that its first question has just begun is no other one.
  const shownKey = useRef(resetKey);
  useLayoutEffect(() => {
    const hasBegun = shownKey.current === null && follow.current === 'question';
    shownKey.current = resetKey;
    if (!hasBegun) toEnd();
  }, [toEnd, resetKey]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (follow.current === 'nothing') onScroll();
      else move();
    });
    for (const part of [viewRef.current, contentRef.current]) if (part) observer.observe(part);
    return () => observer.disconnect();
  }, [move, onScroll]);

  return { viewRef, contentRef, isAtEnd, toEnd, toQuestion, onScroll };
}
