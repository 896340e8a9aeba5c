const REDIRECTED = 'isRedirected';

/**
 * Marks this entry of the browser's history: what was wanted here is carried on elsewhere, by a sign-in service or a mail.
 * Whoever comes back to it by a reload or the back button is not sent to the checkout a second time.
 */
export function markRedirected(): void {
  window.history.replaceState({ ...window.history.state, [REDIRECTED]: true }, '');
}

export function isRedirected(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && Reflect.get(state, REDIRECTED) === true;
}
