import { createContext, useContext } from 'react';
import type { Session } from './session.ts';
import type { Person } from '#src/api/signed-in.ts';

export type Auth = {
  /** Whose pages these are, even after their session has ended. */
  user: Person;
  /** When the session ends, as ISO 8601. */
  expiresAt: Session['expiresAt'];
  /** When the account will be deleted, if its owner requested it. */
  deleteAfter: Session['deleteAfter'];
  /** Signs out, in this browser or everywhere, confirms it and goes to the front page. */
  signOut: (scope?: 'here' | 'everywhere') => void;
  /** While leaving, nothing on screen may ask the server for personal data any more. */
  isLeaving: boolean;
};

const AuthContext = createContext<Auth | null>(null);

/** Provides the signed-in person to the signed-in area. */
export const AuthContextProvider = AuthContext.Provider;

/** Who is signed in. Throws outside the provider (AUTH-14). */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
