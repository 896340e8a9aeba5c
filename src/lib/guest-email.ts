const KEY = 'tenfold:guest-email';

type Disk = Pick<Storage, 'getItem' | 'setItem'>;

/** Remembers in this browser with which address somebody bought as a guest: they sign up with the same one. */
export function keepGuestEmail(email: string, disk: Disk): void {
  try {
    disk.setItem(KEY, email);
  } catch {
    // A store that is full or forbidden costs a line of typing.
  }
}

export function readGuestEmail(disk: Disk): string | undefined {
  try {
    return disk.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
