import { onlineManager } from '@tanstack/react-query';
import { createListeners } from '#src/lib/listeners.ts';
import { signedIn } from './signed-in.ts';

/** `visible`: the page came to the front; its connections may be fine. `reconnected`: they are certainly not. */
export type ResumeCause = 'visible' | 'reconnected';

function networkInformation(): EventTarget | undefined {
  const found: unknown = Reflect.get(navigator, 'connection');
  return found instanceof EventTarget ? found : undefined;
}

/**
 * Calls back when a page may have missed something: a laptop woke up, the network changed, the back button restored a page, a
 * session was renewed.
 */
export function onResume(listener: (cause: ResumeCause) => void): () => void {
  // The connection's other listeners don't depend on this one.
  const resumed = createListeners<[ResumeCause]>();
  resumed.subscribe(listener);
  const onVisible = () => document.visibilityState === 'visible' && resumed.notify('visible');
  const onShow = (event: PageTransitionEvent) => event.persisted && resumed.notify('reconnected');
  const onNetwork = () => resumed.notify('reconnected');
  let renewals = signedIn.renewals();
  const onSession = () => {
    if (signedIn.renewals() === renewals) return;
    renewals = signedIn.renewals();
    resumed.notify('reconnected');
  };

  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', onShow);
  networkInformation()?.addEventListener('change', onNetwork);
  const stops = [
    onlineManager.subscribe((isOnline) => isOnline && resumed.notify('reconnected')),
    signedIn.subscribe(onSession),
  ];
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', onShow);
    networkInformation()?.removeEventListener('change', onNetwork);
    for (const stop of stops) stop();
  };
}
