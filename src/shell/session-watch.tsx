import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { onAuthEvent } from '#src/api/auth-events.ts';
import { lazyDialog } from '#src/lib/lazy-dialog.tsx';
import { signInPath } from '#src/lib/redirect-path.ts';
import { checkPerson } from '#src/domain/session/session.ts';
import { signedIn } from '#src/api/signed-in.ts';

const SignInAgain = lazyDialog(async () => (await import('#src/features/auth/sign-in-again.tsx')).SignInAgain);

// Only if the dialog's code could not be loaded; drafts and waiting messages are kept for the next visit.
const leave = () => window.location.replace(signInPath(window.location.pathname + window.location.search));

async function look(): Promise<void> {
  // Without an answer everything stays: the next call of the page shows what is true.
  const who = await checkPerson().catch(() => null);
  // Signed out in another tab: nothing of this person may stay on this screen either.
  if (who === 'nobody') window.location.replace('/');
}

/** Keeps the page and the session together: asks in place when it has ended, and hears of other tabs. */
export function SessionWatch() {
  const { user } = useAuth();
  const { isExpired, lacks } = useSyncExternalStore(signedIn.subscribe, signedIn.state);
  // After which renewal it was asked: at the next end the page looks anew before it asks.
  const [askedAfter, setAskedAfter] = useState<number>();
  useEffect(() => signedIn.watch(), []);
  useEffect(() => onAuthEvent((_event, from) => from === 'another tab' && void look()), []);
  useEffect(() => {
    if (!isExpired) return;
    let isHere = true;
    // A call that was under way while the cookie was renewed is refused too, and then nothing is wrong.
    const ask = () => isHere && setAskedAfter(signedIn.renewals());
    checkPerson().then(ask, ask);
    return () => {
      isHere = false;
    };
  }, [isExpired]);
  const isAsking = isExpired && askedAfter === signedIn.renewals();
  return <SignInAgain isOpen={isAsking} onClose={leave} email={user.email} lacks={lacks ?? 'sign-in'} />;
}
