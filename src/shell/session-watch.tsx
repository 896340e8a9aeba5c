import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { onAuthEvent } from '#src/api/auth-events.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { signInPath } from '#src/lib/redirect-path.ts';
import { checkPerson } from '#src/domain/session/session.ts';
import { signedIn } from '#src/api/signed-in.ts';

const SignInAgain = lazyDialog(async () => (await import('#src/features/auth/sign-in/sign-in-again.tsx')).SignInAgain);

// Only if the dialog's code fails to load; drafts and waiting messages are kept for the next visit.
const leave = () => window.location.replace(signInPath(window.location.pathname + window.location.search));

async function checkSession(): Promise<void> {
  // If the check fails, nothing changes: the page's next call will show the truth.
  const who = await checkPerson().catch(() => null);
  // Signed out in another tab: this person's data must not stay on this screen either.
  if (who === 'signed-out') window.location.replace('/');
}

/** Keeps the page and the session in step: asks on the page when the session has ended, and listens to other tabs. */
export function SessionWatch() {
  const { user } = useAuth();
  const { isExpired, missingStep } = useSyncExternalStore(signedIn.subscribe, signedIn.state);
  // The renewal count when it asked: at the next end the page checks again before it asks.
  const [askedAfter, setAskedAfter] = useState<number>();
  useEffect(() => signedIn.watch(), []);
  useEffect(() => onAuthEvent((_event, from) => from === 'another tab' && void checkSession()), []);
  useEffect(() => {
    if (!isExpired) return;
    let isHere = true;
    // A call in flight while the cookie was renewed is refused too, although nothing is wrong.
    const ask = () => isHere && setAskedAfter(signedIn.renewals());
    checkPerson().then(ask, ask);
    return () => {
      isHere = false;
    };
  }, [isExpired]);
  const isAsking = isExpired && askedAfter === signedIn.renewals();
  return <SignInAgain isOpen={isAsking} onClose={leave} email={user.email} missingStep={missingStep ?? 'sign-in'} />;
}
