import { useEffect } from 'react';
import { focusAfter } from '#src/lib/focus-after.ts';
import { pressedKey } from '#src/lib/pressed-key.ts';
import type { SavedDraftState } from './use-saved-draft.ts';

export const STEPS_HEADING = 'automation-steps';

/** Undo and redo by keys, anywhere on the page but in fields that have their own. */
export function useUndoKeys({ undo, redo }: Pick<SavedDraftState, 'undo' | 'redo'>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const isInOwn =
        event.target instanceof Element && event.target.closest('[data-own-undo], [role="dialog"]') !== null;
      const key = pressedKey(event).toLowerCase();
      if (isInOwn || (key !== 'z' && key !== 'y')) return;
      event.preventDefault();
      // What had the focus may be gone.
      focusAfter(key === 'y' || event.shiftKey ? redo : undo, () =>
        document.activeElement === document.body ? document.getElementById(STEPS_HEADING) : null,
      );
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
