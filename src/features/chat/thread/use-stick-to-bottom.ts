import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Within this distance a reader counts as being at the end. */
const NEAR_PX = 48;

/** Keeps the newest words in view unless the person scrolled up to read. `resetKey` starts at the end again. */
export function useStickToBottom(resetKey: string | null) {
  const viewRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const isStuck = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setIsAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    const view = viewRef.current;
    if (!view) return;
    isStuck.current = true;
    setIsAtEnd(true);
    view.scrollTop = view.scrollHeight;
    lastTop.current = view.scrollTop;
  }, []);

  const onScroll = useCallback(() => {
    const view = viewRef.current;
    if (!view) return;
    const isNear = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_PX;
    // Only a move upwards lets go: words that arrive before the event of our own scrolling also leave a distance.
    if (isNear) isStuck.current = true;
    else if (view.scrollTop < lastTop.current) isStuck.current = false;
    lastTop.current = view.scrollTop;
    setIsAtEnd(isNear || isStuck.current);
  }, []);

  useLayoutEffect(toEnd, [toEnd, resetKey]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isStuck.current) toEnd();
      else onScroll();
    });
    for (const part of [viewRef.current, contentRef.current]) if (part) observer.observe(part);
    return () => observer.disconnect();
  }, [toEnd, onScroll]);

  return { viewRef, contentRef, isAtEnd, toEnd, onScroll };
}
