import type { Operation, TRPCClientError, TRPCLink } from '@trpc/client';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import type { AppRouter } from '../trpc.ts';

type Refusal = TRPCClientError<AppRouter>;
type Rule<Mark> = {
  /** What stands at the start of a call, to tell an old refusal from a new one. */
  mark: () => Mark;
  /** Null lets the refusal through. Otherwise the call waits, and is made again if the answer is yes. */
  wait: (refusal: unknown, operation: Operation, mark: Mark) => Promise<boolean> | null;
};

/** A link that holds a refused call until something has been put right, and makes it once more, as it was, with the same ids. */
export function onceMoreLink<Mark>({ mark, wait }: Rule<Mark>): TRPCLink<AppRouter> {
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
              else void goOnAfter(waiting, refusal);
            },
          });
        };
        const goOnAfter = async (waiting: Promise<boolean>, refusal: Refusal) => {
          const isRight = await waiting;
          if (isOver) return;
          if (isRight) attempt(true);
          else observer.error(refusal);
        };
        attempt(false);
        return () => {
          isOver = true;
          running?.unsubscribe();
        };
      });
}
