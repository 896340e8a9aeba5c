import { createContext, use, useEffect, type RefObject } from 'react';

/** Remembers the fact whose row is about to take another's place on the page, and the focus with it. */
export function createAwaitedFact() {
  let awaited: string | null = null;
  const end = () => {
    awaited = null;
    return true;
  };
  return {
    expect: (id: string) => {
      awaited = id;
    },
    /** Whether it is this one, which is then no longer awaited. */
    isArriving: (id: string): boolean => awaited === id && end(),
    /** Whether one was awaited that hasn't come. */
    giveUp: (): boolean => awaited !== null && end(),
  };
}

export const AwaitedFact = createContext(createAwaitedFact());

/** Focuses a row once it is on the page, if it was awaited. */
export function useFactFocus(id: string, row: RefObject<HTMLElement | null>): void {
  const awaited = use(AwaitedFact);
  useEffect(() => {
    if (awaited.isArriving(id)) row.current?.focus();
  });
}

/** Focuses a heading once the list has been read again and the awaited row isn't in it. */
export function useFactFocusFallback(heading: RefObject<HTMLElement | null>, isReading: boolean): void {
  const awaited = use(AwaitedFact);
  useEffect(() => {
    if (!isReading && awaited.giveUp()) heading.current?.focus();
  }, [awaited, heading, isReading]);
}
