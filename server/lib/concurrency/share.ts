type Kept = { forMs: number; failureForMs: number };

/**
 * Shares one run among all who ask while it lasts, and for a while after it: `forMs` after a success and `failureForMs`
 * after a failure, so that not even a failing system is asked more often than that.
 */
export function share<T>(work: () => Promise<T>, { forMs, failureForMs }: Kept): () => Promise<T> {
  let last: Promise<T> | null = null;
  let until = 0;
  const keep = (ms: number) => () => void (until = performance.now() + ms);
  return () => {
    if (last !== null && performance.now() < until) return last;
    until = Infinity;
    last = work();
    last.then(keep(forMs), keep(failureForMs));
    return last;
  };
}
