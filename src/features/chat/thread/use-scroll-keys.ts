import { useEffect, type RefObject } from 'react';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { scrollDistance } from './scroll-target.ts';

const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/**
 * Scrolls by the page keys, Home and End, at once: the browser would do it smoothly, and stop on the way when the height of a message turns
 * out to be another. End leads to the end of the conversation, whatever is loaded.
 */
export function useScrollKeys(viewRef: RefObject<HTMLElement | null>, onLatest: () => void): void {
  useEffect(() => {
    const view = viewRef.current;
    const scroll = (event: KeyboardEvent) => {
      if (!view || (event.target instanceof Element && event.target.closest(TYPED_INTO))) return;
      const distance = scrollDistance(event, { height: view.scrollHeight, viewHeight: view.clientHeight });
      if (distance === null) return;
      event.preventDefault();
      if (pressedKey(event) === 'End') onLatest();
      else view.scrollBy({ top: distance, behavior: 'instant' });
    };
    view?.addEventListener('keydown', scroll);
    return () => view?.removeEventListener('keydown', scroll);
  }, [viewRef, onLatest]);
}
