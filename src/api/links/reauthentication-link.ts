import { errorCode } from '#src/lib/app-error.ts';
import { retryOnceLink } from './retry-link.ts';
import { reauthenticationGate } from './reauthentication-gate.ts';

/**
 * Holds a call that was refused because the last authentication is too old, asks for a new one, and repeats the call. If the
 * person cancels, the call fails with the refusal.
 */
export const reauthenticationLink = retryOnceLink({
  mark: reauthenticationGate.count,
  wait: (refusal, { path }, countBefore) => {
    // The calls that re-authenticate must not wait for a re-authentication.
    if (errorCode(refusal) !== 'REAUTHENTICATION_NEEDED' || path.startsWith('auth.reauthentication.')) return null;
    return reauthenticationGate.count() === countBefore ? reauthenticationGate.ask() : Promise.resolve(true);
  },
});
