import type { TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { errorCode } from './app-error.ts';
import { signedIn } from './signed-in.ts';
import type { AppRouter } from './trpc.ts';

/** In a call's context: it has a queue of its own and does not wait here. */
export const HAS_OWN_QUEUE = { hasOwnQueue: true };

/** Holds a call that was refused because the session had ended, and makes it again, with the same ids, once there is a new one. */
export const sessionLink: TRPCLink<AppRouter> = () => (call) =>
  observable((observer) => {
    const { op, next } = call;
    const mayWait = op.type !== 'subscription' && !op.path.startsWith('auth.');
    let isOver = false;
    let running: Unsubscribable | undefined;

    const attempt = (isLast: boolean) => {
      const renewals = signedIn.renewals();
      running = next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (!mayWait || isLast || errorCode(error) !== 'UNAUTHENTICATED') return observer.error(error);
          const isRenewed = signedIn.renewals() !== renewals;
          if (!isRenewed && (!signedIn.expire() || op.context['hasOwnQueue'] === true)) return observer.error(error);
          void goOnOnceBack();
        },
      });
    };
    const goOnOnceBack = async () => {
      await signedIn.whenBack();
      if (!isOver) attempt(true);
    };
    attempt(false);
    return () => {
      isOver = true;
      running?.unsubscribe();
    };
  });
