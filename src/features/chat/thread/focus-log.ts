/** Moves the focus to the conversation, because the part of it that has the focus is about to be replaced. */
export function focusLog(part: Element | null): void {
  part?.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
}
