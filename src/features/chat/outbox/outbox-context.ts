import { createContext, useContext } from 'react';
import type { Outgoing } from './outbox.ts';

export type Refusal = {
  refused: Outgoing[];
  error: unknown;
  /** Called by a listener that has told the person why; otherwise a toast does. */
  markExplained: () => void;
};
export type Outbox = {
  /** The answer in this conversation has ended, so the messages behind it may be sent. */
  answered: (conversationId: string) => void;
  /** Takes a waiting message back. False if it has already been sent. */
  takeBack: (outgoing: Outgoing) => Promise<boolean>;
  /** Calls back when the server refuses messages; their text is back in its box by then. */
  onRefusal: (listener: (refusal: Refusal) => void) => () => void;
};

const OutboxContext = createContext<Outbox | null>(null);

export const OutboxContextProvider = OutboxContext.Provider;

/** The outbox, for any screen of the signed-in area. */
export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error('useOutbox needs an OutboxProvider around it.');
  return outbox;
}
