import { EMAILS_TO_OTHERS_PER_DAY } from '#contract/automations/automation-limits.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { giveBackAttempt, takeAttempt } from '#db/queries/identity/attempts.ts';
import type { UserId } from '#db/types.gen.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';

/** How many emails a person's automations may still send to others. The 24 hours begin with the first of them. */
export function createEmailsToOthers({ db, hash }: { db: Db; hash: KeyedHash }) {
  return {
    /** Takes one, in one statement. Returns false if none is left. */
    take: (userId: UserId, now: Date): Promise<boolean> =>
      takeAttempt(db, hash(userId), { max: EMAILS_TO_OTHERS_PER_DAY, windowMs: DAY_MS, now }),
    /** Gives one back that certainly wasn't sent. */
    giveBack: (userId: UserId): Promise<void> => giveBackAttempt(db, hash(userId)),
  };
}
export type EmailsToOthers = ReturnType<typeof createEmailsToOthers>;
