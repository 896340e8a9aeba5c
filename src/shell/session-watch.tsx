import { useEffect, useSyncExternalStore } from 'react';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { onAuthEvent } from '#src/api/auth-events.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { signInPath } from '#src/lib/redirect-path.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { personalKey, personalStore } from '#src/lib/storage/personal-store.ts';

const SessionEnd = lazyDialog(async () => (await import('./session-end/session-end.tsx')).SessionEnd);
const Leftovers = lazyPart(async () => (await import('./session-end/leftovers.tsx')).Leftovers);

// Only if the dialog's code fails to load; drafts and waiting messages are kept for the next visit.
const leave = () => window.location.replace(signInPath(window.location.pathname + window.location.search));
const check = () => void import('#src/domain/session/check-person.ts').then(({ checkTab }) => checkTab());
const onShow = ({ persisted }: PageTransitionEvent) => {
  if (!persisted) return;
  // The back button has restored this page.
  document.documentElement.hidden = true;
  import('#src/domain/session/check-person.ts').then(
    ({ checkRestored }) => checkRestored(),
    () => window.location.reload(),
  );
};

/** Keeps the page and the session in step: asks on the page when the session has ended, and listens to other tabs. */
export function SessionWatch() {
  const { user } = useAuth();
  const { isExpired } = useSyncExternalStore(signedIn.subscribe, signedIn.state);
  useEffect(() => {
    window.addEventListener('pageshow', onShow);
    const stops = [
      signedIn.watch(),
      onAuthEvent((_event, from) => from === 'another tab' && check()),
      personalStore.subscribe(personalKey(user.id, 'here'), check),
      () => window.removeEventListener('pageshow', onShow),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [user.id]);
  const hasOthers = personalStore.keys('tenfold:').some((key) => !key.includes(user.id));
  return (
    <>
      <SessionEnd isOpen={isExpired} onClose={leave} />
      {hasOthers && <Leftovers />}
    </>
  );
}
