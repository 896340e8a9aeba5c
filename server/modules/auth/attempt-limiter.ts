import type { Db } from '#db/client.ts';
import { countAttempt, deleteEndedAttemptWindows, forgetAttempts } from '#db/queries/attempts.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { KeyedHash } from '#server/lib/secrets.ts';

const MINUTE_MS = 60_000;

/** How many attempts a window allows: per account stops guessing one password, per address stops trying many accounts. */
const LIMITS = {
  'sign-in:account': { max: 10, windowMs: 15 * MINUTE_MS },
  'sign-in:address': { max: 100, windowMs: 15 * MINUTE_MS },
  'sign-up:account': { max: 5, windowMs: 60 * MINUTE_MS },
  'sign-up:address': { max: 30, windowMs: 60 * MINUTE_MS },
  'confirm:address': { max: 60, windowMs: 15 * MINUTE_MS },
} as const;
export type AttemptKind = keyof typeof LIMITS;

/** Counts per call, not per HTTP request, so packing calls into a batch gains nothing. */
export function createAttemptLimiter({ db, clock, hash }: { db: Db; clock: Clock; hash: KeyedHash }) {
  const key = (kind: AttemptKind, subject: string) => hash(`${kind}:${subject}`);
  return {
    count: async (kind: AttemptKind, subject: string): Promise<void> => {
      const { max, windowMs } = LIMITS[kind];
      const attempts = await countAttempt(db, key(kind, subject), windowMs, await clock.now());
      if (attempts > max) throw new AppError('TOO_MANY_ATTEMPTS');
    },
    forget: (kind: AttemptKind, subject: string): Promise<void> => forgetAttempts(db, key(kind, subject)),
    sweep: async () => deleteEndedAttemptWindows(db, await clock.now()),
  };
}
export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;
