import { useEffect, type RefObject } from 'react';

/** Calls when Escape is pressed inside; not where it only ends what an input method composes. */
export function useEscape(inside: RefObject<HTMLElement | null>, onEscape: () => void): void {
  useEffect(() => {
    const element = inside.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onEscape();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [inside, onEscape]);
}
