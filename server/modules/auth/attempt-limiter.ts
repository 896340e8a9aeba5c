import { isIPv6 } from 'node:net';
import { EXPORTS_PER_DAY } from '#contract/account/account-times.ts';
import type { Db } from '#db/client.ts';
import { countAttempt, deleteEndedAttemptWindows, forgetAttempts } from '#db/queries/attempts.ts';
import { takeFairly } from '#db/queries/fair-share.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { networkOf, routedBlockOf } from '#server/lib/network-of.ts';
import type { KeyedHash } from '#server/lib/secrets.ts';

const MINUTE_MS = 60_000;

/**
 * How many attempts a window allows: per account stops guessing one password, per address stops trying many accounts.
 */
const LIMITS = {
  'sign-in:account': { max: 10, windowMs: 15 * MINUTE_MS },
  'sign-in:address': { max: 100, windowMs: 15 * MINUTE_MS },
  'sign-up:account': { max: 5, windowMs: 60 * MINUTE_MS },
  'sign-up:address': { max: 30, windowMs: 60 * MINUTE_MS },
  'confirm:address': { max: 60, windowMs: 15 * MINUTE_MS },
  'reset:account': { max: 5, windowMs: 60 * MINUTE_MS },
  'reset:address': { max: 30, windowMs: 60 * MINUTE_MS },
  'email-change:account': { max: 5, windowMs: 60 * MINUTE_MS },
  'email-change:mailbox': { max: 5, windowMs: 60 * MINUTE_MS },
  'export:account': { max: EXPORTS_PER_DAY, windowMs: 24 * 60 * MINUTE_MS },
  'oauth:address': { max: 60, windowMs: 15 * MINUTE_MS },
  'code:person': { max: 10, windowMs: 15 * MINUTE_MS },
  'challenge:person': { max: 60, windowMs: 15 * MINUTE_MS },
  'proof-mail:person': { max: 5, windowMs: 60 * MINUTE_MS },
  'passkey:address': { max: 100, windowMs: 15 * MINUTE_MS },
  'passkey-options:address': { max: 200, windowMs: 15 * MINUTE_MS },
  'guest-checkout:address': { max: 30, windowMs: 60 * MINUTE_MS },
  'guest-checkout:mailbox': { max: 5, windowMs: 60 * MINUTE_MS },
  'billing-refresh:person': { max: 60, windowMs: 10 * MINUTE_MS },
  'billing-stripe:person': { max: 120, windowMs: 10 * MINUTE_MS },
  'billing-purchase:address': { max: 60, windowMs: 10 * MINUTE_MS },
  'newsletter:address': { max: 30, windowMs: 60 * MINUTE_MS },
  'newsletter:mailbox': { max: 5, windowMs: 60 * MINUTE_MS },
  'newsletter-link:address': { max: 60, windowMs: 15 * MINUTE_MS },
  'contact:address': { max: 20, windowMs: 60 * MINUTE_MS },
  'contact:mailbox': { max: 5, windowMs: 24 * 60 * MINUTE_MS },
} as const;
/**
 * What everyone together may do, which stops a crowd of networks from making us write to strangers. Each routed block has a
 * share of the half that is kept back: locking newcomers out takes 80 blocks for the newsletter and 63 for the contact form.
 */
const CAPS_FOR_EVERYONE = {
  newsletter: { max: 300, share: 2, windowMs: 60 * MINUTE_MS },
  contact: { max: 120, share: 1, windowMs: 60 * MINUTE_MS },
} as const;
/** How many times as much as one network an IPv6 /48 may do, which holds 65,536 of them. */
const NETWORKS_IN_A_BLOCK = 10;
export type AttemptKind = keyof typeof LIMITS;
export type CapForEveryone = keyof typeof CAPS_FOR_EVERYONE;

/** Counts per call, not per HTTP request, so packing calls into a batch gains nothing. */
export function createAttemptLimiter({ db, clock, hash }: { db: Db; clock: Clock; hash: KeyedHash }) {
  const key = (kind: AttemptKind, subject: string) =>
    hash(`${kind}:${kind.endsWith(':address') ? networkOf(subject) : subject}`);
  return {
    /** `onBlocked` is called once a window, by the first attempt that is too many. */
    count: async (kind: AttemptKind, subject: string, onBlocked?: () => Promise<void>): Promise<void> => {
      const { max, windowMs } = LIMITS[kind];
      const now = await clock.now();
      const attempts = await countAttempt(db, key(kind, subject), windowMs, now);
      if (attempts === max + 1) await onBlocked?.();
      if (attempts > max) throw new AppError('TOO_MANY_ATTEMPTS');
      if (!kind.endsWith(':address') || !isIPv6(subject)) return;
      const fromBlock = await countAttempt(db, hash(`${kind}:${routedBlockOf(subject)}`), windowMs, now);
      if (fromBlock > max * NETWORKS_IN_A_BLOCK) throw new AppError('TOO_MANY_ATTEMPTS');
    },
    /** Comes after the caller's own limits: what they refuse must not use up what is there for everyone. */
    countForEveryone: async (cap: CapForEveryone, address: string): Promise<void> => {
      const { isTaken } = await takeFairly(db, {
        ...CAPS_FOR_EVERYONE[cap],
        everyone: hash(`${cap}:everyone`),
        mine: hash(`${cap}:share:${routedBlockOf(address)}`),
        now: await clock.now(),
      });
      if (!isTaken) throw new AppError('TOO_MANY_ATTEMPTS');
    },
    forget: (kind: AttemptKind, subject: string): Promise<void> => forgetAttempts(db, key(kind, subject)),
    sweep: async () => deleteEndedAttemptWindows(db, await clock.now()),
  };
}
export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;
