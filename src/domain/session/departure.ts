const KEY = 'tenfold:departure';

/** What the sign-in form held. Never the password. */
type Typed = { email: string; tab: 'signin' | 'signup' };

/** Remembers, for this tab, that somebody went to a sign-in service, and what they had typed before. */
export function noteDeparture(typed: Typed | null): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // A store that is full or forbidden costs a line of typing.
  }
}

/** Somebody is back from there: what they had typed, or null. Undefined when nobody had left. */
export function takeDeparture(): Typed | null | undefined {
  try {
    const kept = window.sessionStorage.getItem(KEY);
    window.sessionStorage.removeItem(KEY);
    if (kept === null) return undefined;
    const typed: unknown = JSON.parse(kept);
    if (typeof typed !== 'object' || typed === null) return null;
    const [email, tab] = [Reflect.get(typed, 'email'), Reflect.get(typed, 'tab')];
    return typeof email === 'string' ? { email, tab: tab === 'signup' ? tab : 'signin' } : null;
  } catch {
    return undefined;
  }
}
