import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { findWindowEnd, forgetAttempts, giveBackAttempt, takeAttempt } from '#db/queries/identity/attempts.ts';
import { getBrowserGeneration } from '#db/queries/identity/users.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import type { CodeClient } from '#server/lib/request/client.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

const MINUTE_MS = 60_000;

/** Limits for one known browser or session, and for all others together. */
const CODES = { max: 10, windowMs: 15 * MINUTE_MS };
const CODES_A_DAY = { max: 100, windowMs: DAY_MS };
/** Code challenges are rows, so their number is limited too. */
const CHALLENGES = { max: 60, windowMs: 15 * MINUTE_MS };
/** How often we tell the owner that someone past the first step is guessing codes. */
const NOTICES = { max: 1, windowMs: DAY_MS };

type Dependencies = {
  db: Db;
  clock: Clock;
  hash: KeyedHash;
  /** The cookie of browsers that have passed a second factor. */
  devices: {
    name: string;
    deviceOf: (value: string | undefined, account: string) => string | null;
    after: (value: string | undefined, account: string) => string;
    renew: (value: string | undefined, accounts: { before: string; account: string }) => string | null;
  };
  attempts: { takeBlockedNotice: (mailbox: string) => Promise<boolean> };
  securityLog: SecurityLog;
};
type Session = Pick<ValidSession, 'userId' | 'email' | 'kind' | 'publicId' | 'needsSecondFactor' | 'secondFactorAt'>;

/**
 * Where a code is entered. `known` is a browser or session that has passed the second factor; all others share one
 * count.
 */
export type CodePlace = { session: Session; known: string | null };

function waitText(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE_MS));
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

const accountIn = (userId: UserId, generation: number) => `${userId} ${generation}`;

/**
 * Counts a person's guesses across all factors, recovery codes and re-authentications, so more methods don't allow more
 * guesses. Someone who knows only the password uses up the count of unknown browsers, never that of a known one
 * (AUTH-24).
 */
export function createCodeAttempts({ db, clock, hash, devices, attempts, securityLog }: Dependencies) {
  const loadAccountKey = async ({ userId }: Pick<Session, 'userId'>) =>
    accountIn(userId, await getBrowserGeneration(db, userId));

  async function findPlace(session: Session, { factorDevices }: CodeClient): Promise<CodePlace> {
    const device = factorDevices ? devices.deviceOf(factorDevices, await loadAccountKey(session)) : null;
    if (device !== null) return { session, known: `device ${device}` };
    return { session, known: session.secondFactorAt === null ? null : `session ${session.publicId}` };
  }

  /** Whether the client has passed only the first step of signing in, in an unknown browser. */
  const isStranger = ({ session, known }: CodePlace) => session.needsSecondFactor && known === null;

  const keyOf = (what: 'codes' | 'codes a day' | 'challenges', { session, known }: CodePlace) =>
    hash(`${what} ${known ?? 'elsewhere'} ${session.userId}`);

  function createPausedError(milliseconds: number, place: CodePlace): AppError {
    const wait = waitText(milliseconds);
    if (!place.session.needsSecondFactor)
      return new AppError('TOO_MANY_ATTEMPTS', `Too many attempts. Try again in ${wait}.`);
    return new AppError(
      'TOO_MANY_ATTEMPTS',
      isStranger(place)
        ? `Too many wrong codes were entered for this account. Try again in ${wait}, or sign in with a passkey or in a browser where you’ve entered a code before.`
        : `Too many wrong codes were entered in this browser. Try again in ${wait}, or sign in with a passkey.`,
    );
  }

  async function takeOne(
    what: Parameters<typeof keyOf>[0],
    limit: { max: number; windowMs: number },
    { place, onBlocked }: { place: CodePlace; onBlocked?: () => Promise<void> },
  ): Promise<void> {
    const now = await clock.now();
    const key = keyOf(what, place);
    if (await takeAttempt(db, key, { ...limit, now })) return;
    await onBlocked?.();
    const endsAt = (await findWindowEnd(db, key)) ?? now;
    throw createPausedError(endsAt.getTime() - now.getTime(), place);
  }

  /** Tells the owner that attempts were blocked, at most once a day. */
  async function notifyOwner(session: Session, client: CodeClient): Promise<void> {
    const { userId, email, needsSecondFactor } = session;
    const isDue = needsSecondFactor
      ? await takeAttempt(db, hash(`notice ${userId}`), { ...NOTICES, now: await clock.now() })
      : await attempts.takeBlockedNotice(normalizeEmail(email));
    if (!isDue) return;
    const kind = needsSecondFactor ? 'codes_blocked' : 'attempts_blocked';
    await securityLog.add(db, { userId, kind, client }, email);
    securityLog.emailNotices();
  }

  return {
    cookieName: devices.name,

    /** Counts the attempt before comparing anything. Throws TOO_MANY_ATTEMPTS, which says when to try again. */
    take: async (session: Session, client: CodeClient): Promise<CodePlace> => {
      const place = await findPlace(session, client);
      const onBlocked = () => notifyOwner(session, client);
      await takeOne('codes', CODES, { place, onBlocked });
      await takeOne('codes a day', CODES_A_DAY, { place, onBlocked });
      return place;
    },

    /** Returns whether the client is a stranger, who gets only a share of the account's text messages. */
    takeChallenge: async (session: Session, client: CodeClient): Promise<{ isStranger: boolean }> => {
      const place = await findPlace(session, client);
      await takeOne('challenges', CHALLENGES, { place });
      return { isStranger: isStranger(place) };
    },

    /**
     * Gives back the attempt of a right code. It doesn't clear the count that strangers share, or each sign-in of the
     * owner would give them ten more guesses.
     */
    giveBack: async (place: CodePlace): Promise<void> => {
      const key = keyOf('codes', place);
      if (isStranger(place)) await giveBackAttempt(db, key);
      else await forgetAttempts(db, key);
      await giveBackAttempt(db, keyOf('codes a day', place));
    },

    /** The Set-Cookie values that make this browser known; empty for a script. */
    remember: async (
      session: Pick<Session, 'userId' | 'kind'>,
      { factorDevices }: Pick<CodeClient, 'factorDevices'>,
    ): Promise<string[]> =>
      session.kind === 'browser' ? [devices.after(factorDevices, await loadAccountKey(session))] : [],

    /**
     * The Set-Cookie values of a browser in which its owner has just signed out all others: if it was known until then,
     * it still is, and keeps its counts. One that was signed out before has an older number, and stays unknown.
     */
    stayKnown: async (userId: UserId, { factorDevices }: Pick<CodeClient, 'factorDevices'>): Promise<string[]> => {
      if (!factorDevices) return [];
      const generation = await getBrowserGeneration(db, userId);
      const accounts = { before: accountIn(userId, generation - 1), account: accountIn(userId, generation) };
      const cookie = devices.renew(factorDevices, accounts);
      return cookie === null ? [] : [cookie];
    },
  };
}
export type CodeAttempts = ReturnType<typeof createCodeAttempts>;
