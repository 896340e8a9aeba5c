import { createContext, useContext } from 'react';
import type { Outgoing } from './outbox.ts';

export type Refusal = { refused: Outgoing[]; error: unknown };
export type Outbox = {
  /** The answer in this conversation has ended: what waits behind it may go. */
  answered: (conversationId: string) => void;
  /** Takes a waiting message back. False when it has gone out already. */
  takeBack: (outgoing: Outgoing) => Promise<boolean>;
  /** Calls when the server refuses messages; their text is in its box again by then. */
  onRefusal: (listener: (refusal: Refusal) => void) => () => void;
};

const OutboxContext = createContext<Outbox | null>(null);

export const OutboxContextProvider = OutboxContext.Provider;

/** The way to what is being sent, from any screen of the signed-in area. */
export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (!outbox) throw new Error('useOutbox needs an OutboxProvider around it.');
  return outbox;
}
