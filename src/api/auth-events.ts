import { onTabNews, tellTabs } from './tabs.ts';

/** What can happen to a session (spec §4 "Auth"). */
export type AuthEvent = 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'SIGNED_OUT' | 'MFA_CHALLENGE_VERIFIED';
type Listener = (event: AuthEvent, from: 'here' | 'another tab') => void;

const listeners = new Set<Listener>();

/** Says what happened, here and in the other tabs of this browser. */
export function emitAuthEvent(event: AuthEvent, { tellOthers = true }: { tellOthers?: boolean } = {}): void {
  for (const listener of listeners) listener(event, 'here');
  if (tellOthers) tellTabs({ type: 'auth', event });
}

/** Hears of it. Returns what ends that. */
export function onAuthEvent(listener: Listener): () => void {
  listeners.add(listener);
  const stop = onTabNews((news) => news.type === 'auth' && listener(news.event, 'another tab'));
  return () => {
    listeners.delete(listener);
    stop();
  };
}
