import type { KeyboardEvent } from 'react';
import { pressedKey } from '#src/lib/pressed-key.ts';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** For each button of a radio group or tab list: arrow keys, Home and End move to another one and click it. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const group = event.currentTarget.closest('[role="radiogroup"], [role="tablist"]');
  const buttons = [...(group?.querySelectorAll('button') ?? [])];
  const key = pressedKey(event);
  const step = STEPS[key];
  const current = buttons.findIndex((button) => button === document.activeElement);
  let next: HTMLButtonElement | undefined;
  if (key === 'Home') next = buttons[0];
  else if (key === 'End') next = buttons.at(-1);
  else if (step !== undefined) next = buttons[(current + step + buttons.length) % buttons.length];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
