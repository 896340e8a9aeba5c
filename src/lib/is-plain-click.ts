import type { MouseEvent } from 'react';

/** Whether we should handle a click. Clicks that open a new tab or window are left to the browser. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
