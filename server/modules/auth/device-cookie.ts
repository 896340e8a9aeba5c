import { timingSafeEqual } from 'node:crypto';
import { DEVICE_COOKIE_DAYS } from '#contract/account/session.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { randomToken, type KeyedHash } from '#server/lib/crypto/secrets.ts';

/** The most people that a browser remembers; the one who signed in longest ago is dropped. */
const MAX_PEOPLE = 8;
const ID_LENGTH = 16;
const MARK_LENGTH = 32;
const ENTRY = new RegExp(`^[\\w-]{${ID_LENGTH}}[0-9a-f]{${MARK_LENGTH}}$`);

/** `after` is the step that earns a browser the cookie. */
type Settings = { after: 'sign-in' | 'second-factor'; isHttps: boolean; hashes: [KeyedHash, ...KeyedHash[]] };

/**
 * Remembers in a browser who has signed in there (AUTH-18) or passed their second factor (AUTH-24), so that strangers
 * who guess elsewhere don't lock them out. It doesn't sign anyone in. An entry is a random id and a keyed hash of the
 * id and the account, so it can't be forged, works for one account only, and doesn't reveal whose it is.
 */
export function createDeviceCookie({ after, isHttps, hashes }: Settings) {
  const names = {
    'sign-in': isHttps ? '__Host-device' : 'device',
    'second-factor': isHttps ? '__Host-factor-device' : 'factor-device',
  };
  const name = names[after];
  const entriesIn = (value: string | undefined) =>
    (value ?? '').split('.', MAX_PEOPLE).filter((entry) => ENTRY.test(entry));
  const markOf = (hash: KeyedHash, account: string, id: string) => hash(`${id} ${account}`).slice(0, MARK_LENGTH);

  const isFor = (account: string) => (entry: string) => {
    const id = entry.slice(0, ID_LENGTH);
    const mark = Buffer.from(entry.slice(ID_LENGTH));
    return hashes.some((hash) => timingSafeEqual(mark, Buffer.from(markOf(hash, account, id))));
  };
  /** The id that this browser has for an account, or null if it isn't known there. */
  const deviceOf = (value: string | undefined, account: string): string | null =>
    entriesIn(value).find(isFor(account))?.slice(0, ID_LENGTH) ?? null;

  /** The Set-Cookie value with which a browser is known for an account by this id. `isTheirs`: what it replaces. */
  function cookieWith(
    value: string | undefined,
    { account, id }: { account: string; id: string },
    isTheirs: ReturnType<typeof isFor>,
  ) {
    const others = entriesIn(value).filter((entry) => !isTheirs(entry));
    const entries = [id + markOf(hashes[0], account, id), ...others].slice(0, MAX_PEOPLE);
    const maxAge = (DEVICE_COOKIE_DAYS * DAY_MS) / 1000;
    return `${name}=${entries.join('.')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isHttps ? '; Secure' : ''}`;
  }

  return {
    name,
    deviceOf,
    /** The Set-Cookie value of a browser from which `account` has just been entered. */
    after: (value: string | undefined, account: string): string => {
      const id = deviceOf(value, account) ?? randomToken().slice(0, ID_LENGTH);
      return cookieWith(value, { account, id }, isFor(account));
    },
    /**
     * The Set-Cookie value with which a browser that is known for `before` is known for `account` by the same id; null
     * if it isn't.
     */
    renew: (value: string | undefined, { before, account }: { before: string; account: string }): string | null => {
      const id = deviceOf(value, before);
      return id === null ? null : cookieWith(value, { account, id }, isFor(before));
    },
  };
}
export type DeviceCookie = ReturnType<typeof createDeviceCookie>;
