import { createContext } from 'react';

/**
 * A page's hydration loader (`src/hydration/hydration-loader.ts`) and when it loads the app: on first intent, or once the page
 * has painted.
 */
export type PageHydration = {
  when: 'wanted' | 'painted';
  /** The source of the script; empty in the browser, where it has already run. */
  text: string;
  /** URLs of the app's scripts that this page needs, separated by spaces. */
  app: string;
};

/** Null if the page comes with the app, as in development. */
export const PageHydrationContext = createContext<PageHydration | null>(null);
