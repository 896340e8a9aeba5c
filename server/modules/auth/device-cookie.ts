import { timingSafeEqual } from 'node:crypto';
import { DEVICE_COOKIE_DAYS } from '#contract/account/session.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { randomToken, type KeyedHash } from '#server/lib/crypto/secrets.ts';

/** The most people that a browser remembers; the one who signed in longest ago is dropped. */
const MAX_PEOPLE = 8;
const ID_LENGTH = 16;
const MARK_LENGTH = 32;
const ENTRY = new RegExp(`^[\\w-]{${ID_LENGTH}}[0-9a-f]{${MARK_LENGTH}}$`);

/**
 * Remembers in a browser who has signed in there, so that strangers who guess their passwords elsewhere don't lock them out (AUTH-18). It
 * signs nobody in. An entry is a random id and a keyed hash of the id and the mailbox, so it can't be made up, works for one account
 * only, and doesn't reveal whose it is.
 */
export function createDeviceCookie({ isHttps, hashes }: { isHttps: boolean; hashes: [KeyedHash, ...KeyedHash[]] }) {
  const name = isHttps ? '__Host-device' : 'device';
  const entriesIn = (value: string | undefined) =>
    (value ?? '').split('.', MAX_PEOPLE).filter((entry) => ENTRY.test(entry));
  const markOf = (hash: KeyedHash, mailbox: string, id: string) => hash(`${id} ${mailbox}`).slice(0, MARK_LENGTH);

  const isFor = (mailbox: string) => (entry: string) => {
    const id = entry.slice(0, ID_LENGTH);
    const mark = Buffer.from(entry.slice(ID_LENGTH));
    return hashes.some((hash) => timingSafeEqual(mark, Buffer.from(markOf(hash, mailbox, id))));
  };
  /** The id that this browser has for a mailbox, or null if nobody has signed in to it here. */
  const deviceOf = (value: string | undefined, mailbox: string): string | null =>
    entriesIn(value).find(isFor(mailbox))?.slice(0, ID_LENGTH) ?? null;

  return {
    name,
    deviceOf,
    /** The Set-Cookie value of a browser in which `mailbox` has just signed in. */
    after: (value: string | undefined, mailbox: string): string => {
      const id = deviceOf(value, mailbox) ?? randomToken().slice(0, ID_LENGTH);
      const isTheirs = isFor(mailbox);
      const others = entriesIn(value).filter((entry) => !isTheirs(entry));
      const entries = [id + markOf(hashes[0], mailbox, id), ...others].slice(0, MAX_PEOPLE);
      const maxAge = (DEVICE_COOKIE_DAYS * DAY_MS) / 1000;
      return `${name}=${entries.join('.')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isHttps ? '; Secure' : ''}`;
    },
  };
}
export type DeviceCookie = ReturnType<typeof createDeviceCookie>;
