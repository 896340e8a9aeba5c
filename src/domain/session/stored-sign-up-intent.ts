import type { SignUpIntent } from './after-sign-in.ts';
import { parseAuthSearch } from './auth-search.ts';

const KEY = 'tenfold:wish';
/** As long as the slowest link of ours works. */
const KEPT_MS = 24 * 60 * 60_000;

type Disk = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Remembers in this browser what somebody wanted, while they go and read their mail. */
export function storeSignUpIntent({ plan, priceId, redirect }: SignUpIntent, disk: Disk | null, now: number): void {
  try {
    disk?.setItem(KEY, JSON.stringify({ plan, priceId, redirect, until: now + KEPT_MS }));
  } catch {
    // A store that is full or forbidden costs the way back, nothing else.
  }
}

/** What this browser remembers, once. */
export function takeSignUpIntent(disk: Disk | null, now: number): SignUpIntent | null {
  try {
    const kept: unknown = JSON.parse(disk?.getItem(KEY) ?? 'null');
    disk?.removeItem(KEY);
    if (typeof kept !== 'object' || kept === null || !(Number(Reflect.get(kept, 'until')) > now)) return null;
    const { plan, priceId, redirect } = parseAuthSearch({ ...kept });
    return { plan, priceId, redirect };
  } catch {
    return null;
  }
}
