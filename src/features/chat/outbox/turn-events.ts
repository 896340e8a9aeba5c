import { createListeners } from '#src/lib/listeners.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { onTabMessage, notifyOtherTabs, type StartedTurn } from '#src/api/tabs.ts';

/** A turn that began, here or in another tab. `sentId` is the id of the message that was sent for it, if any. */
type TurnEvent = { sentId: string | null; turn: StartedTurn };
const here = createListeners<[TurnEvent]>();

/** Announces a turn to this page and every other tab of this person. */
export function announceTurn(event: TurnEvent): void {
  here.notify(event);
  const { person } = signedIn.state();
  if (person) notifyOtherTabs({ type: 'turn', userId: person.id, ...event });
}

/** Subscribes to turns that begin. */
export function onTurn(listener: (event: TurnEvent) => void): () => void {
  const stopHere = here.subscribe(listener);
  const stop = onTabMessage((message) => {
    if (message.type === 'turn' && message.userId === signedIn.state().person?.id) listener(message);
  });
  return () => {
    stopHere();
    stop();
  };
}
