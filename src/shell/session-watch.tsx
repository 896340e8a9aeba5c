import { useEffect, useSyncExternalStore } from 'react';
import { lazyDialog } from '#src/lib/lazy-dialog.tsx';
import { signInPath } from '#src/lib/redirect-path.ts';
import { checkPerson } from '#src/lib/session.ts';
import { signedIn } from '#src/lib/signed-in.ts';
import { onTabNews } from '#src/lib/tabs.ts';

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
  const { person, isExpired } = useSyncExternalStore(signedIn.subscribe, signedIn.state);
  useEffect(() => signedIn.watch(), []);
  useEffect(() => onTabNews((news) => news.type === 'session' && void look()), []);
  return <SignInAgain isOpen={isExpired} onClose={leave} email={person?.email ?? ''} />;
}
