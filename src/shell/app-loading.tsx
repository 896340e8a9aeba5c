import { lazy, Suspense, useEffect, useState } from 'react';
import { Loading } from './loading.tsx';

/** After this long, in milliseconds, a page says what it is waiting for. */
const SLOW_MS = 1_000;

const Waiting = lazy(() =>
  import('./unreached.tsx').then(
    ({ AppWaiting }) => ({ default: AppWaiting }),
    () => ({ default: Loading }),
  ),
);

/**
 * A page of the signed-in area that is loading. What it says when the server can't be reached has a script of its own: every page loads the
 * list of routes, and with it this file.
 */
export function AppLoading() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <Waiting />
    </Suspense>
  );
}
