const HANDED_ON = 'isHandedOn';

/**
 * Marks this entry of the browser's history: what was wanted here is carried on elsewhere, by a sign-in service or a mail.
 * Whoever comes back to it by a reload or the back button is not sent to the checkout a second time.
 */
export function markHandedOn(): void {
  window.history.replaceState({ ...window.history.state, [HANDED_ON]: true }, '');
}

export function isHandedOn(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && Reflect.get(state, HANDED_ON) === true;
}
