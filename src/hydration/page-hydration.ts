import { createContext } from 'react';

/** The hydration loader of a page (`src/hydration/hydration-loader.ts`) and when it fetches the app: where that is wanted, or once the page is painted. */
export type PageHydration = {
  when: 'wanted' | 'painted';
  /** Its own text; empty in the browser, where it has run. */
  text: string;
  /** Addresses of the scripts of the app that this page needs, parted by spaces. */
  app: string;
};

/** Null where a page comes with the app: in development. */
export const PageHydrationContext = createContext<PageHydration | null>(null);
