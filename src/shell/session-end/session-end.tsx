import { useEffect, useState, useSyncExternalStore } from 'react';
import { signedIn } from '#src/api/signed-in.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { checkPerson } from '#src/domain/session/check-person.ts';
import { SignInAgain } from '#src/features/auth/sign-in/sign-in-again.tsx';

/** Asks for a new sign-in when a session has run out. */
export function SessionEnd({ isOpen: isExpired, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { user } = useAuth();
  const { missingStep } = useSyncExternalStore(signedIn.subscribe, signedIn.state);
  // The renewal count when it asked: at the next end the page checks again before it asks.
  const [askedAfter, setAskedAfter] = useState<number>();
  useEffect(() => {
    if (!isExpired) return;
    let isHere = true;
    // A call in flight while the cookie was renewed is refused too, although nothing is wrong.
    const ask = () => isHere && setAskedAfter(signedIn.renewals());
    checkPerson().then((who) => who !== 'left' && ask(), ask);
    return () => {
      isHere = false;
    };
  }, [isExpired]);
  const isAsking = isExpired && askedAfter === signedIn.renewals();
  return <SignInAgain isOpen={isAsking} onClose={onClose} email={user.email} missingStep={missingStep ?? 'sign-in'} />;
}
