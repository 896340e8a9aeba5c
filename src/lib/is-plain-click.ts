import type { MouseEvent } from 'react';

/** Whether a click is ours to answer. One for a new tab or window is the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
