const KEY = 'tenfold:departure';

/** The contents of the sign-in form. Never the password. */
type Typed = { email: string; tab: 'signin' | 'signup' };

/** Remembers, for this tab, that the person left for a sign-in service, and what they had typed. */
export function noteDeparture(typed: Typed | null): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // If the store is full or forbidden, people type one line more.
  }
}

/** The person is back: returns what they had typed, or null. Undefined if they hadn't left. */
export function takeDeparture(): Typed | null | undefined {
  try {
    const stored = window.sessionStorage.getItem(KEY);
    window.sessionStorage.removeItem(KEY);
    if (stored === null) return undefined;
    const typed: unknown = JSON.parse(stored);
    if (typeof typed !== 'object' || typed === null) return null;
    const [email, tab] = [Reflect.get(typed, 'email'), Reflect.get(typed, 'tab')];
    return typeof email === 'string' ? { email, tab: tab === 'signup' ? tab : 'signin' } : null;
  } catch {
    return undefined;
  }
}
