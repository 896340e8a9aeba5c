const KEY = 'tenfold:guest-emails';
/** As long as somebody may take from the pay page to their account. */
const KEPT_MS = 24 * 60 * 60_000;
const KEPT_MAX = 5;

type Disk = Pick<Storage, 'getItem' | 'setItem'>;
type Kept = { email: string; until: number };

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'email') === 'string' &&
  typeof Reflect.get(value, 'until') === 'number';

/** The newest first. */
function readKept(disk: Disk | null, now: number): Kept[] {
  try {
    const kept: unknown = JSON.parse(disk?.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept).filter(({ until }) => until > now) : [];
  } catch {
    return [];
  }
}

/** Remembers in this browser with which address somebody began to buy as a guest: they sign up with the same one. */
export function keepGuestEmail(email: string, disk: Disk | null, now: number): void {
  const others = readKept(disk, now).filter((kept) => kept.email !== email);
  try {
    disk?.setItem(KEY, JSON.stringify([{ email, until: now + KEPT_MS }, ...others].slice(0, KEPT_MAX)));
  } catch {
    // A store that is full or forbidden costs a line of typing.
  }
}

/** `a•••@example.com` shows the first letter and the domain. */
function fits(email: string, mask: string): boolean {
  const [start, end] = mask.split('•••');
  const lower = email.toLowerCase();
  return start !== undefined && end !== undefined && lower.startsWith(start) && lower.endsWith(end);
}

/**
 * The address behind `mask`, which is all that the server says of a guest's purchase. Of several that were tried none is
 * sure, so where two of them look alike none is said.
 */
export function readGuestEmail(mask: string, disk: Disk | null, now: number): string | undefined {
  const [only, another] = readKept(disk, now).filter(({ email }) => fits(email, mask));
  return another ? undefined : only?.email;
}
