import { isIPv6 } from 'node:net';
import { EXPORTS_PER_DAY } from '#contract/account/account-times.ts';
import { RECIPIENTS_ON_FIRST_DAY, REHEARSALS_PER_DAY, TRIES_PER_DAY } from '#contract/automations/automation-limits.ts';
import { READ_AGAIN_PER_HOUR } from '#contract/brain/brain.ts';
import { SAMPLES_PER_DAY } from '#contract/brain/preferences.ts';
import { UPLOADS_PER_HOUR } from '#contract/brain/sources.ts';
import type { Db } from '#db/client.ts';
import {
  countAttempt,
  deleteEndedAttemptWindows,
  findAttempts,
  findWindowEnd,
  forgetAttempts,
  giveBackAttempt,
  takeAttempt,
} from '#db/queries/identity/attempts.ts';
import { takeFairShare } from '#db/queries/usage/fair-share.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { networkOf, networkPrefixOf } from '#server/lib/request/network-of.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';

const MINUTE_MS = 60_000;

/** How often a mailbox is told that guesses at its account were blocked. */
const NOTICE_MS = 24 * 60 * MINUTE_MS;

/**
 * How many attempts a window allows: per account, to stop guessing one secret; per address, to stop trying many accounts. Wrong passwords are
 * counted in `password-guesses.ts` too.
 */
export const ATTEMPT_LIMITS = {
  'sign-in:address': { max: 100, windowMs: 15 * MINUTE_MS },
  'sign-up:address': { max: 30, windowMs: 60 * MINUTE_MS },
  'confirm:address': { max: 60, windowMs: 15 * MINUTE_MS },
  'reset:address': { max: 30, windowMs: 60 * MINUTE_MS },
  'sign-up-email:mailbox': { max: 5, windowMs: 60 * MINUTE_MS },
  'reset-email:mailbox': { max: 5, windowMs: 60 * MINUTE_MS },
  'account-email:address': { max: 200, windowMs: 24 * 60 * MINUTE_MS },
  'set-password:account': { max: 20, windowMs: 24 * 60 * MINUTE_MS },
  'email-change:account': { max: 5, windowMs: 60 * MINUTE_MS },
  'email-change:mailbox': { max: 5, windowMs: 60 * MINUTE_MS },
  'export:account': { max: EXPORTS_PER_DAY, windowMs: 24 * 60 * MINUTE_MS },
  'oauth:address': { max: 60, windowMs: 15 * MINUTE_MS },
  'reauthentication-email:person': { max: 5, windowMs: 60 * MINUTE_MS },
  'passkey:address': { max: 100, windowMs: 15 * MINUTE_MS },
  'passkey-options:address': { max: 200, windowMs: 15 * MINUTE_MS },
  'passkey-options:person': { max: 60, windowMs: 15 * MINUTE_MS },
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
  'template-draft:person': { max: 60, windowMs: 60 * MINUTE_MS },
  'blank-drafts:message': { max: 5, windowMs: 30 * 24 * 60 * MINUTE_MS },
  'answer-sample:person': { max: SAMPLES_PER_DAY, windowMs: 24 * 60 * MINUTE_MS },
  'read-again:person': { max: READ_AGAIN_PER_HOUR, windowMs: 60 * MINUTE_MS },
  'automation-draft:person': { max: 30, windowMs: 60 * MINUTE_MS },
  'rehearsal:person': { max: REHEARSALS_PER_DAY, windowMs: 24 * 60 * MINUTE_MS },
  'step-try:person': { max: TRIES_PER_DAY, windowMs: 24 * 60 * MINUTE_MS },
  'automation-recipient:person': { max: 40, windowMs: 24 * 60 * MINUTE_MS },
  'automation-recipient:new-account': { max: RECIPIENTS_ON_FIRST_DAY, windowMs: 24 * 60 * MINUTE_MS },
  'automation-recipient:mailbox': { max: 3, windowMs: 24 * 60 * MINUTE_MS },
  'upload:person': { max: UPLOADS_PER_HOUR, windowMs: 60 * MINUTE_MS },
  'crash:address': { max: 30, windowMs: 60 * MINUTE_MS },
} as const;
/**
 * The limits that everyone shares (docs/limits.md), which stop a crowd of networks from making us write to strangers. Each network prefix
 * has a share of the half that is reserved, so using that up takes 75 of them for the newsletter and 60 for the contact form.
 */
const SHARED_CAPS = {
  newsletter: { max: 300, share: 2, windowMs: 60 * MINUTE_MS },
  contact: { max: 120, share: 1, windowMs: 60 * MINUTE_MS },
} as const;
/** A network prefix, an IPv6 /48, may do this many times as much as one of its 65,536 networks. */
const PREFIX_FACTOR = 10;
export type AttemptKind = keyof typeof ATTEMPT_LIMITS;
export type SharedCap = keyof typeof SHARED_CAPS;

/** Counts per call, not per HTTP request, so packing calls into a batch gains nothing. */
export function createAttemptLimiter({ db, clock, hash }: { db: Db; clock: Clock; hash: KeyedHash }) {
  const key = (kind: AttemptKind, subject: string) =>
    hash(`${kind}:${kind.endsWith(':address') ? networkOf(subject) : subject}`);
  return {
    /** `onBlocked` is called once per window, by the first attempt over the limit. */
    count: async (kind: AttemptKind, subject: string, onBlocked?: () => Promise<void>): Promise<void> => {
      const { max, windowMs } = ATTEMPT_LIMITS[kind];
      const now = await clock.now();
      const attempts = await countAttempt(db, key(kind, subject), { windowMs, now });
      if (attempts === max + 1) await onBlocked?.();
      if (attempts > max) throw new AppError('TOO_MANY_ATTEMPTS');
      if (!kind.endsWith(':address') || !isIPv6(subject)) return;
      const fromPrefix = await countAttempt(db, hash(`${kind}:${networkPrefixOf(subject)}`), { windowMs, now });
      if (fromPrefix > max * PREFIX_FACTOR) throw new AppError('TOO_MANY_ATTEMPTS');
    },
    /**
     * Counts an attempt. Returns null if the window allows it, or else the time when the window ends, so that the
     * caller can write its own message.
     */
    take: async (kind: AttemptKind, subject: string): Promise<Date | null> => {
      const now = await clock.now();
      if (await takeAttempt(db, key(kind, subject), { ...ATTEMPT_LIMITS[kind], now })) return null;
      return (await findWindowEnd(db, key(kind, subject))) ?? now;
    },
    /** Checked after the caller's own limits, so that attempts they refuse don't use up the shared allowance. */
    countAgainstSharedCap: async (cap: SharedCap, address: string): Promise<void> => {
      const { isTaken } = await takeFairShare(db, {
        ...SHARED_CAPS[cap],
        totalKey: hash(`${cap}:everyone`),
        takerKey: hash(`${cap}:share:${networkPrefixOf(address)}`),
        now: await clock.now(),
      });
      if (!isTaken) throw new AppError('TOO_MANY_ATTEMPTS');
    },
    /** How many more this window allows. */
    left: async (kind: AttemptKind, subject: string): Promise<number> => {
      const attempts = await findAttempts(db, key(kind, subject), await clock.now());
      return Math.max(0, ATTEMPT_LIMITS[kind].max - attempts);
    },
    /** Undoes one `count`, for an attempt that turned out to be good. */
    giveBack: async (kind: AttemptKind, subject: string): Promise<void> => {
      await giveBackAttempt(db, key(kind, subject));
      if (kind.endsWith(':address') && isIPv6(subject))
        await giveBackAttempt(db, hash(`${kind}:${networkPrefixOf(subject)}`));
    },
    /** Whether to tell the owner of a mailbox that guesses were blocked: once a day, no matter what was guessed or from where. */
    takeBlockedNotice: async (mailbox: string): Promise<boolean> =>
      takeAttempt(db, hash(`blocked-notice:${mailbox}`), { max: 1, windowMs: NOTICE_MS, now: await clock.now() }),
    forget: (kind: AttemptKind, subject: string): Promise<void> => forgetAttempts(db, key(kind, subject)),
    sweep: async () => deleteEndedAttemptWindows(db, await clock.now()),
  };
}
export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;
