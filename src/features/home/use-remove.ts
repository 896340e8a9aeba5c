import { useEffect, useRef, type MouseEvent } from 'react';
import { nextHeading } from '#src/lib/next-heading.ts';

/** The last element in a section, so that the heading after it is outside. */
function lastIn(section: Element): Element {
  let last = section;
  while (last.lastElementChild) last = last.lastElementChild;
  return last;
}

/** A click that removes the section around it. The focus moves to the heading after it, or to the page's own. */
export function useRemove(remove: () => void) {
  const next = useRef<HTMLElement>(null);
  useEffect(
    () => () => {
      const heading = next.current;
      if (heading === null) return;
      const target = heading.isConnected ? heading : document.querySelector<HTMLElement>('main h1');
      if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1;
      target?.focus();
    },
    [],
  );
  return ({ currentTarget }: MouseEvent<HTMLElement>) => {
    next.current = nextHeading(lastIn(currentTarget.closest('section') ?? currentTarget));
    remove();
  };
}
