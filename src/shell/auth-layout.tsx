import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { pathAfterSignIn } from '#src/domain/session/after-sign-in.ts';
import { isRedirected } from '#src/domain/session/redirect-guard.ts';
import { challengePath } from '#src/lib/redirect-path.ts';

/** Around the sign-in page. Whoever is signed in already goes on to where they wanted to be, once. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const search = useSearch({ from: '/auth' });
  const navigate = useNavigate();

  useEffect(() => {
    let isHere = true;
    const look = async () => {
      const { readSession } = await import('#src/domain/session/session.ts');
      const session = await readSession();
      if (!session || !isHere) return;
      const path = isRedirected() ? '/dashboard' : pathAfterSignIn(search);
      await navigate({ href: session.needsSecondFactor ? challengePath(path) : path, replace: true });
    };
    // Without an answer the form stays: signing in again is harmless.
    const lookIfPossible = () => void look().catch(() => undefined);
    const onShow = (event: PageTransitionEvent) => event.persisted && lookIfPossible();
    lookIfPossible();
    // The back button may bring this very page back, as it was left.
    window.addEventListener('pageshow', onShow);
    return () => {
      isHere = false;
      window.removeEventListener('pageshow', onShow);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason: asked on arrival only; later the page itself decides
  }, []);

  return children;
}
