const KEY = 'tenfold:guest-emails';
/** Longer than it takes to get from the pay page to an account. */
const LIFETIME_MS = 24 * 60 * 60_000;
const MAX_STORED = 5;

type Disk = Pick<Storage, 'getItem' | 'setItem'>;
type StoredEmail = { email: string; until: number };

const isStoredEmail = (value: unknown): value is StoredEmail =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'email') === 'string' &&
  typeof Reflect.get(value, 'until') === 'number';

/** Newest first. */
function readStored(disk: Disk | null, now: number): StoredEmail[] {
  try {
    const stored: unknown = JSON.parse(disk?.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStoredEmail).filter(({ until }) => until > now) : [];
  } catch {
    return [];
  }
}

/** Remembers in this browser the address of a guest's purchase, so that the sign-up form can suggest it. */
export function storeGuestEmail(email: string, disk: Disk | null, now: number): void {
  const others = readStored(disk, now).filter((stored) => stored.email !== email);
  try {
    disk?.setItem(KEY, JSON.stringify([{ email, until: now + LIFETIME_MS }, ...others].slice(0, MAX_STORED)));
  } catch {
    // If the store is full or forbidden, people type one line more.
  }
}

/** `a•••@example.com` shows the first letter and the domain. */
function fits(email: string, mask: string): boolean {
  const [start, end] = mask.split('•••');
  const lower = email.toLowerCase();
  return start !== undefined && end !== undefined && lower.startsWith(start) && lower.endsWith(end);
}

/**
 * The full address behind `mask`, which is all that the server reveals of a guest's purchase. If two addresses tried here match
 * the mask, none is returned: either could be the right one.
 */
export function readGuestEmail(mask: string, disk: Disk | null, now: number): string | undefined {
  const [only, another] = readStored(disk, now).filter(({ email }) => fits(email, mask));
  return another ? undefined : only?.email;
}
