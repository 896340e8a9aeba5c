import { createContext, useContext } from 'react';

/** The host of the business's own website; null if it doesn't have one. */
const OwnHostContext = createContext<string | null>(null);
export const OwnHostProvider = OwnHostContext.Provider;
export const useOwnHost = (): string | null => useContext(OwnHostContext);
