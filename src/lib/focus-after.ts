import { flushSync } from 'react-dom';

/**
 * Makes a change and moves the focus to what it rendered, before anything else happens: the next key press already goes there, and a menu
 * that closes leaves the focus where it is. Only for event handlers: React can't flush while it renders.
 */
export function focusAfter(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
