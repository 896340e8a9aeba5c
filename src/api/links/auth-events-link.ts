import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { emitAuthEvent, type AuthEvent } from '../auth-events.ts';
import type { AppRouter } from '../trpc.ts';

/** The calls that change a session, wherever they are made from. */
const EVENTS: Partial<Record<string, AuthEvent>> = {
  'auth.signIn': 'SIGNED_IN',
  'auth.confirmEmail': 'SIGNED_IN',
  'auth.resetPassword': 'SIGNED_IN',
  'auth.passkeys.signIn': 'SIGNED_IN',
  'auth.refresh': 'TOKEN_REFRESHED',
  'auth.signOut': 'SIGNED_OUT',
  'account.signOutEverywhere': 'SIGNED_OUT',
  'auth.factors.verify': 'MFA_CHALLENGE_VERIFIED',
  'auth.recoveryCodes.use': 'MFA_CHALLENGE_VERIFIED',
};

/** Announces what a call did to the session before the caller gets its result. */
export const authEventsLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const running = next(op).subscribe({
        next: (value) => {
          const event = EVENTS[op.path];
          if (event && value.result.type === 'data') emitAuthEvent(event);
          observer.next(value);
        },
        error: (error) => observer.error(error),
        complete: () => observer.complete(),
      });
      return () => running.unsubscribe();
    });
