/** `work` gets a signal that aborts when the process stops: what it hasn't begun by then is left to the next process. */
export type RepeatedWork = (stopping: AbortSignal) => Promise<void>;

/**
 * Runs work now, or after `firstAfterMs`, and then at every interval, never twice at the same time. Returns the function that stops it,
 * which resolves when the run in progress is over.
 */
export function repeat(work: RepeatedWork, everyMs: number, firstAfterMs = 0): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work(stopping.signal).finally(() => {
      running = undefined;
    });
  };
  const first = setTimeout(run, firstAfterMs);
  const timer = setInterval(run, everyMs);
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}
