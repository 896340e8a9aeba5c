import { useEffect } from 'react';
import { pageTitle } from './page-head.ts';

/** Gives the browser's tab the name of what a page shows, once it is known. Until then, and afterwards, it has that of its route. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    const [before, title] = [document.title, pageTitle(name)];
    document.title = title;
    return () => {
      // The next page may have set its own by now.
      if (document.title === title) document.title = before;
    };
  }, [name]);
}
