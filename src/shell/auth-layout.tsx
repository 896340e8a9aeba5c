import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { pathAfterSignIn } from '#src/lib/after-sign-in.ts';
import { readSession } from '#src/lib/session.ts';
import { ApiProvider } from './api-provider.tsx';

/** Around the sign-in page. Whoever is signed in already goes on to where they wanted to be. */
export function AuthLayout({ children }: { children: ReactNode }) {
  const search = useSearch({ from: '/auth' });
  const navigate = useNavigate();

  useEffect(() => {
    let isHere = true;
    // Without an answer the form stays: signing in again is harmless.
    readSession().then(
      (session) => (session && isHere ? navigate({ href: pathAfterSignIn(search), replace: true }) : undefined),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason: asked once, on arrival; later the page itself decides
  }, []);

  return <ApiProvider>{children}</ApiProvider>;
}
