import type { Operation, TRPCClientError, TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '../trpc.ts';

type Refusal = TRPCClientError<AppRouter>;
type Rule<Mark> = {
  /** The value when a call starts, to distinguish an old refusal from a new one. */
  mark: () => Mark;
  /** Null lets the refusal through. A promise makes the call wait, and repeats it if the answer is yes. */
  wait: (refusal: unknown, operation: Operation, mark: Mark) => Promise<boolean> | null;
};

/** A link that holds a refused call until the cause is fixed, then repeats it once, unchanged and with the same ids. */
export function retryOnceLink<Mark>({ mark, wait }: Rule<Mark>): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let isOver = false;
        let running: Unsubscribable | undefined;

        const attempt = (isLast: boolean) => {
          const before = mark();
          running = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: (refusal) => {
              const waiting = isLast ? null : wait(refusal, op, before);
              if (waiting === null) observer.error(refusal);
              else void retryAfter(waiting, refusal);
            },
          });
        };
        const retryAfter = async (waiting: Promise<boolean>, refusal: Refusal) => {
          const isFixed = await waiting;
          if (isOver) return;
          if (isFixed) attempt(true);
          else observer.error(refusal);
        };
        attempt(false);
        return () => {
          isOver = true;
          running?.unsubscribe();
        };
      });
}
