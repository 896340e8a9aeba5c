import { createContext, useContext } from 'react';

/** How an address of the business's own website begins; null if it has none. */
const OwnSiteContext = createContext<string | null>(null);
export const OwnSiteProvider = OwnSiteContext.Provider;
export const useOwnSite = (): string | null => useContext(OwnSiteContext);
