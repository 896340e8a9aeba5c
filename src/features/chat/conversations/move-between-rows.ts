import type { KeyboardEvent } from 'react';
import { pressedKey } from '#src/lib/pressed-key.ts';

/** The row that a key leads to from row `at`, or undefined: the list has an end on both sides, and other keys mean nothing here. */
export function nextRow(key: string, at: number, count: number): number | undefined {
  const to = new Map([
    ['ArrowDown', at + 1],
    ['ArrowUp', at - 1],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return to === undefined || to < 0 || to >= count ? undefined : to;
}

/** Up, Down, Home and End on the link of a row lead to other rows, so that the whole list is one stop for Tab. */
export function moveBetweenRows(event: KeyboardEvent<HTMLAnchorElement>): void {
  const links = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('li > a') ?? [])];
  const to = nextRow(pressedKey(event), links.indexOf(event.currentTarget), links.length);
  if (to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}
