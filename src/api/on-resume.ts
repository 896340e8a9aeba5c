import { onlineManager } from '@tanstack/react-query';
import { signedIn } from './signed-in.ts';

/** `visible`: the page came to the front, its connections may be fine. `reconnected`: they are certainly not. */
export type ResumeCause = 'visible' | 'reconnected';

function networkInformation(): EventTarget | undefined {
  const found: unknown = Reflect.get(navigator, 'connection');
  return found instanceof EventTarget ? found : undefined;
}

/** Calls when a page may have missed something: a laptop that was asleep, another network, a page from the back button, a session renewed. */
export function onResume(listener: (cause: ResumeCause) => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && listener('visible');
  const onShow = (event: PageTransitionEvent) => event.persisted && listener('reconnected');
  const onNetwork = () => listener('reconnected');
  let renewals = signedIn.renewals();
  const onSession = () => {
    if (signedIn.renewals() === renewals) return;
    renewals = signedIn.renewals();
    listener('reconnected');
  };

  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', onShow);
  networkInformation()?.addEventListener('change', onNetwork);
  const stops = [
    onlineManager.subscribe((isOnline) => isOnline && listener('reconnected')),
    signedIn.subscribe(onSession),
  ];
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', onShow);
    networkInformation()?.removeEventListener('change', onNetwork);
    for (const stop of stops) stop();
  };
}
