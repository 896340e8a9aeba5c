import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { pathAfterSignIn } from '#src/domain/session/after-sign-in.ts';
import { isRedirected } from '#src/domain/session/redirect-guard.ts';
import { useSent } from '#src/hydration/use-sent.ts';
import { challengePath } from '#src/lib/redirect-path.ts';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';

/**
 * The layout of the sign-in page. People who are already signed in continue to where they were going, once. `isSignedOut`: the
 * server says that they aren't.
 */
export function AuthLayout({ isSignedOut, children }: { isSignedOut: boolean; children: ReactNode }) {
  const search = useSearch({ from: '/auth' });
  const navigate = useNavigate();
  const isKnown = useSent(isSignedOut) === true;

  useEffect(() => {
    let isHere = true;
    const check = async () => {
      const { readSession } = await import('#src/domain/session/session.ts');
      const session = await readSession();
      if (!session || !isHere) return;
      const path = isRedirected() ? '/dashboard' : pathAfterSignIn(search);
      await navigate({ href: session.needsSecondFactor ? challengePath(path) : path, replace: true });
    };
    // If the check fails, the form stays: signing in again is harmless.
    const checkQuietly = () => void check().catch(() => undefined);
    const onShow = (event: PageTransitionEvent) => event.persisted && checkQuietly();
    if (!isKnown) checkQuietly();
    // Before anyone else signs in here (SESSION-6). If it fails, they are asked about what is left.
    if (localStorageOrNull()?.length)
      void import('#src/domain/session/check-person.ts')
        .then(({ forgetEnded }) => forgetEnded())
        .catch(() => undefined);
    // The back button may restore this very page from the cache.
    window.addEventListener('pageshow', onShow);
    return () => {
      isHere = false;
      window.removeEventListener('pageshow', onShow);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason: checked on arrival only; later the page itself decides
  }, []);

  return children;
}
