import { createListeners } from '#src/lib/listeners.ts';
import { onTabMessage, notifyOtherTabs } from './tabs.ts';

/** What can happen to a session (AUTH-12). */
export type AuthEvent = 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'SIGNED_OUT' | 'MFA_CHALLENGE_VERIFIED';
type AuthEventAndOrigin = [event: AuthEvent, from: 'here' | 'another tab'];

const here = createListeners<AuthEventAndOrigin>();

/** Announces an event to this tab and to the other tabs of this browser. */
export function emitAuthEvent(event: AuthEvent, { inOtherTabs = true }: { inOtherTabs?: boolean } = {}): void {
  here.notify(event, 'here');
  if (inOtherTabs) notifyOtherTabs({ type: 'auth', event });
}

/** Subscribes to the events. Returns the unsubscribe function. */
export function onAuthEvent(listener: (...event: AuthEventAndOrigin) => void): () => void {
  const stopHere = here.subscribe(listener);
  const stop = onTabMessage((message) => message.type === 'auth' && listener(message.event, 'another tab'));
  return () => {
    stopHere();
    stop();
  };
}
