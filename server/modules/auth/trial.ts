import { DAY_MS, TRIAL_DAYS } from '#contract/billing/plans.ts';
import type { Db } from '#db/client.ts';
import { claimTrial, startTrial } from '#db/queries/billing/trials.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';

/** An account at a sign-in service. */
type Identity = { provider: string; subject: string };
const subjectOf = ({ provider, subject }: Identity) => `${provider}:${subject}`;

/** `hashes` are keyed: the first under today's master key, the others under earlier ones. */
type Dependencies = {
  clock: Clock;
  hashes: [KeyedHash, ...KeyedHash[]];
  /** Hands over purchases made with the address before it was confirmed. */
  claimPurchases: (trx: Db, owner: { userId: UserId; email: string; now: Date }) => Promise<unknown>;
};

export function createTrial({ clock, hashes, claimPurchases }: Dependencies) {
  /** Whether none of them has been claimed before. */
  async function claim(trx: Db, subjects: string[], now: Date): Promise<boolean> {
    let isFirst = true;
    for (const subject of subjects) {
      const [newest, ...earlier] = hashes.map((hash) => hash(subject));
      if (newest !== undefined && !(await claimTrial(trx, newest, earlier, now))) isFirst = false;
    }
    return isFirst;
  }

  return {
    /**
     * Starts the trial when an address is confirmed, unless its mailbox, or the provider's account it came with, has had one (TRIAL-2).
     * Both are claimed in any case, and guest purchases move to the account. Call it inside a transaction.
     */
    startOnce: async (
      trx: Db,
      { userId, email, identity }: { userId: UserId; email: string; identity?: Identity },
    ): Promise<void> => {
      const now = await clock.now();
      const subjects = [normalizeEmail(email), ...(identity ? [subjectOf(identity)] : [])];
      if (await claim(trx, subjects, now))
        await startTrial(trx, userId, new Date(now.getTime() + TRIAL_DAYS * DAY_MS), now);
      await claimPurchases(trx, { userId, email, now });
    },
    /** When someone who has had a trial links an identity, it can't be used for a second trial after the account is deleted. */
    claimIdentity: async (trx: Db, identity: Identity): Promise<void> => {
      await claim(trx, [subjectOf(identity)], await clock.now());
    },

    /** A mailbox that an account has switched to can't be used for a trial later. */
    claimMailbox: async (trx: Db, email: string): Promise<void> => {
      await claim(trx, [normalizeEmail(email)], await clock.now());
    },
  };
}
export type Trial = ReturnType<typeof createTrial>;
