import { flushSync } from 'react-dom';

/**
 * Makes a change and moves the focus to what it drew, before anything else happens: the next key belongs there already, and a menu that
 * closes leaves the focus where it is. For handlers of events, since React can't draw in the middle of drawing.
 */
export function focusAfter(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
