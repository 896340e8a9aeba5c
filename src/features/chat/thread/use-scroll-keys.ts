import { useEffect, type RefObject } from 'react';
import { pressedKey } from '#src/lib/pressed-key.ts';

const TYPED_INTO = 'input, textarea, select, [contenteditable]';

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

/** How far a key scrolls the thread, in pixels; null if it doesn't. A page leaves a tenth of the view in sight. */
export function scrollDistance(
  { key, ...held }: Key,
  { height, viewHeight }: { height: number; viewHeight: number },
): number | null {
  if (held.altKey || held.ctrlKey || held.metaKey || held.shiftKey) return null;
  const page = 0.9 * viewHeight;
  const distances = new Map([
    ['PageUp', -page],
    ['PageDown', page],
    ['Home', -height],
    ['End', height],
  ]);
  return distances.get(key) ?? null;
}

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
