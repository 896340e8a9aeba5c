import { use, useEffect, useRef } from 'react';
import { CardHeading } from './card-heading.ts';

/**
 * For `returnFocusTo` of a dialog that removes something. A busy dialog can't be closed, so if it closes then, the removal is
 * done, and the button that opened it is gone too: the focus goes to the heading of its card.
 */
export function useReturnFocus(isOpen: boolean, isBusy: boolean): () => HTMLElement | null | undefined {
  const heading = use(CardHeading);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (isOpen) wasBusy.current = isBusy;
  }, [isOpen, isBusy]);
  return () => (wasBusy.current ? heading?.current : null);
}
