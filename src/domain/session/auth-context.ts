import { createContext, useContext } from 'react';
import type { Session } from './session.ts';
import type { Person } from '#src/api/signed-in.ts';

export type Auth = {
  /** Whose pages these are, also while their session has ended. */
  user: Person;
  /** When the session ends, as ISO 8601. */
  expiresAt: Session['expiresAt'];
  /** When the account will be deleted, if its owner asked for it. */
  deleteAfter: Session['deleteAfter'];
  /** Signs out, in this browser or everywhere, says so and leads to the front page. */
  signOut: (scope?: 'here' | 'everywhere') => void;
  /** While leaving, nothing on screen may ask the server for a person's data any more. */
  isLeaving: boolean;
};

const AuthContext = createContext<Auth | null>(null);

/** Gives the signed-in area its person. */
export const AuthContextProvider = AuthContext.Provider;

/** Who is signed in. Throws outside of the provider (spec §8 "Other"). */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
