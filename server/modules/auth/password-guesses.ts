import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { forgetAttempts, giveBackAttempt, takeAttempt } from '#db/queries/identity/attempts.ts';
import { takeFairShare } from '#db/queries/usage/fair-share.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';
import { networkOf, networkPrefixOf, subscriberOf } from '#server/lib/request/network-of.ts';

const MINUTE_MS = 60_000;

/** At one account, from one network or from one browser that has signed in to it before. */
const FROM_ONE_PLACE = { max: 10, windowMs: 15 * MINUTE_MS };
/**
 * At one account, from all networks together. Half of it is reserved for networks that have made few guesses, so it takes eleven network
 * prefixes to use it up (docs/limits.md).
 */
const FROM_EVERYWHERE = { max: 100, share: 5, windowMs: DAY_MS };
/** At one account, from all browsers that have signed in to it before. */
const FROM_DEVICES = { max: 100, windowMs: DAY_MS };
/** The same password, tried on any accounts from one network. */
const SAME_PASSWORD = { max: 20, windowMs: 60 * MINUTE_MS };
/**
 * A password is counted by 12 bits of its keyed hash: each counter stands for one password in 4,096, so not even someone who has both the
 * table and the key can use it to test a password.
 */
const PASSWORD_DIGITS = 3;

type Place = { mailbox: string; address: string };
/** `device` is the browser's own id for this account, if someone has signed in to it there. */
type Guess = Place & { password: string; device: string | null };

/** Counts wrong passwords (AUTH-18). Correct ones aren't counted, so colleagues who sign in don't slow each other down. */
export function createPasswordGuesses({ db, clock, hash }: { db: Db; clock: Clock; hash: KeyedHash }) {
  const networkKey = ({ mailbox, address }: Place) => hash(`network:${networkOf(address)}:${mailbox}`);
  const everywhereKey = (mailbox: string) => hash(`everywhere:${mailbox}`);
  const shareKey = ({ mailbox, address }: Place) => hash(`share:${networkPrefixOf(address)}:${mailbox}`);
  const devicesKey = (mailbox: string) => hash(`devices:${mailbox}`);
  const passwordKey = ({ password, address }: Guess) =>
    hash(`password:${subscriberOf(address)}:${hash(password).slice(0, PASSWORD_DIGITS)}`);
  const placeKey = (guess: Guess) =>
    guess.device === null ? networkKey(guess) : hash(`device:${guess.device}:${guess.mailbox}`);

  async function isWithinTotal(guess: Guess, now: Date): Promise<boolean> {
    if (guess.device !== null) return takeAttempt(db, devicesKey(guess.mailbox), { ...FROM_DEVICES, now });
    const keys = { totalKey: everywhereKey(guess.mailbox), takerKey: shareKey(guess) };
    return (await takeFairShare(db, { ...FROM_EVERYWHERE, ...keys, now })).isTaken;
  }

  return {
    /**
     * Counts a guess before the password is compared, whether or not the address has an account. A guess that is refused because of its
     * place doesn't count against the account. Throws TOO_MANY_ATTEMPTS, or PASSWORD_PAUSED when only an emailed link helps. `onBlocked` is
     * called when this account is what is being guessed at.
     */
    take: async (guess: Guess, onBlocked: () => Promise<void>): Promise<void> => {
      const now = await clock.now();
      if (!(await takeAttempt(db, placeKey(guess), { ...FROM_ONE_PLACE, now }))) {
        await onBlocked();
        throw new AppError('TOO_MANY_ATTEMPTS');
      }
      if (guess.device === null && !(await takeAttempt(db, passwordKey(guess), { ...SAME_PASSWORD, now })))
        throw new AppError('TOO_MANY_ATTEMPTS');
      if (!(await isWithinTotal(guess, now))) {
        await onBlocked();
        throw new AppError('PASSWORD_PAUSED');
      }
    },

    /** The password was right. One statement for each counter: a transaction over several could deadlock with `take`. */
    giveBack: async (guess: Guess): Promise<void> => {
      await forgetAttempts(db, placeKey(guess));
      const taken =
        guess.device === null
          ? [passwordKey(guess), everywhereKey(guess.mailbox), shareKey(guess)]
          : [devicesKey(guess.mailbox)];
      for (const key of taken) await giveBackAttempt(db, key);
    },

    /** The account has a new password, so guesses at the old one no longer count. */
    forget: async (place: Place): Promise<void> => {
      for (const key of [networkKey(place), everywhereKey(place.mailbox), shareKey(place), devicesKey(place.mailbox)])
        await forgetAttempts(db, key);
    },
  };
}
export type PasswordGuesses = ReturnType<typeof createPasswordGuesses>;
