/** Runs something once the page is at rest. Returns what calls it off. */
export function whenIdle(run: () => void): () => void {
  // Not every Safari has idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 1_500);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run);
  return () => window.cancelIdleCallback(handle);
}
