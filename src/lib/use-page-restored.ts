import { useEffect } from 'react';

/** Calls back when the back button restores this very page from the browser's cache, in the state in which it was left. */
export function usePageRestored(onRestored: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && onRestored();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [onRestored]);
}
