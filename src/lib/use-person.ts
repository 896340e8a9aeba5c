import { useSyncExternalStore } from 'react';
import { signedIn, type Person } from './signed-in.ts';

const nobody = () => null;

/** Who this page belongs to, also while their session has ended. */
export function usePerson(): Person | null {
  return useSyncExternalStore(signedIn.subscribe, () => signedIn.state().person, nobody);
}
