import { DAY_MS, TRIAL_DAYS } from '#contract/plans.ts';
import type { Db } from '#db/client.ts';
import { claimTrial, startTrial } from '#db/queries/trials.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { normalizeEmail } from '#server/lib/email-address.ts';
import type { KeyedHash } from '#server/lib/secrets.ts';

/** `hashes` are keyed: the first under today's master key, the others under earlier ones. */
export function createTrial({ clock, hashes }: { clock: Clock; hashes: [KeyedHash, ...KeyedHash[]] }) {
  return {
    /**
     * Starts the trial when an address is confirmed, unless its mailbox, or the provider's account it came with, has had
     * one (DECISIONS "Trial"). Both are claimed in any case. To be called inside a transaction.
     */
    startOnce: async (
      trx: Db,
      { userId, email, identity }: { userId: UserId; email: string; identity?: { provider: string; subject: string } },
    ): Promise<void> => {
      const now = await clock.now();
      const subjects = [normalizeEmail(email), ...(identity ? [`${identity.provider}:${identity.subject}`] : [])];
      let isFirst = true;
      for (const subject of subjects) {
        const [claim, ...earlier] = hashes.map((hash) => hash(subject));
        if (claim !== undefined && !(await claimTrial(trx, claim, earlier, now))) isFirst = false;
      }
      if (isFirst) await startTrial(trx, userId, new Date(now.getTime() + TRIAL_DAYS * DAY_MS), now);
    },
  };
}
export type Trial = ReturnType<typeof createTrial>;
