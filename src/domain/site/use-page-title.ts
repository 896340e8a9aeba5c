import { useEffect } from 'react';
import { pageTitle } from './page-head.ts';

/** Sets the tab's title to the name of what a page shows, once it is known. Before and after, it is the title of the route. */
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
