/** The first signs that someone is using the page; they come before any press that needs the code. `input` comes from a password manager, `dragenter` with a file. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'input', 'dragenter'] as const;

let isUsed = false;

function whenIdle(run: () => void): () => void {
  // Not every Safari has idle callbacks.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 500);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run);
  return () => window.cancelIdleCallback(handle);
}

/**
 * Runs something once the visitor has moved the pointer, pressed a key or touched the page, and the page is idle again: for code that
 * shouldn't load on a page that nobody is using. Returns the cancel function.
 */
export function whenUsed(run: () => void): () => void {
  if (isUsed) return whenIdle(run);
  const waiting = new AbortController();
  let callOff = () => waiting.abort();
  const begin = () => {
    isUsed = true;
    waiting.abort();
    callOff = whenIdle(run);
  };
  for (const sign of SIGNS)
    window.addEventListener(sign, begin, { capture: true, passive: true, signal: waiting.signal });
  return () => callOff();
}
