const REDIRECTED = 'isRedirected';

/**
 * Marks this entry of the browser's history: a sign-in service or an email now carries the intent. Anyone who comes back to the
 * entry by a reload or the back button isn't sent to the checkout a second time.
 */
export function markRedirected(): void {
  window.history.replaceState({ ...window.history.state, [REDIRECTED]: true }, '');
}

export function isRedirected(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && Reflect.get(state, REDIRECTED) === true;
}
