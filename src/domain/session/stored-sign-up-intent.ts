import type { SignUpIntent } from './after-sign-in.ts';
import { parseAuthSearch } from './auth-search.ts';

const KEY = 'tenfold:sign-up-intent';
/** As long as our longest-lived link works. */
const LIFETIME_MS = 24 * 60 * 60_000;

type Disk = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Remembers in this browser what someone was about to do, while they go and read their email. */
export function storeSignUpIntent({ plan, priceId, redirect }: SignUpIntent, disk: Disk | null, now: number): void {
  try {
    disk?.setItem(KEY, JSON.stringify({ plan, priceId, redirect, until: now + LIFETIME_MS }));
  } catch {
    // If the store is full or forbidden, only the way back is lost.
  }
}

/** What this browser remembers; reading it removes it. */
export function takeSignUpIntent(disk: Disk | null, now: number): SignUpIntent | null {
  try {
    const stored: unknown = JSON.parse(disk?.getItem(KEY) ?? 'null');
    disk?.removeItem(KEY);
    if (typeof stored !== 'object' || stored === null || !(Number(Reflect.get(stored, 'until')) > now)) return null;
    const { plan, priceId, redirect } = parseAuthSearch({ ...stored });
    return { plan, priceId, redirect };
  } catch {
    return null;
  }
}
