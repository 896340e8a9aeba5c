import { KEPT_VALUES_MIN_BYTES } from '#contract/automations/automation-limits.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import type { Db } from '#db/client.ts';
import { deleteOldestValues } from '#db/queries/automations/kept-values.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { listAccountsWithRuns, type AccountWithRuns } from '#db/queries/usage/budgets.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ProfileService } from '#server/modules/profile/profile.service.ts';

const ACCOUNTS_AT_A_TIME = 100;
/** With up to 2,500 steps, which one statement changes. */
const RUNS_AT_A_TIME = 5;

type Dependencies = { db: Db; clock: Clock; profile: Pick<ProfileService, 'accessOf'> };

/** Deletes the values of the runs that ended first, in accounts whose runs keep more than their allowance. */
export function createKeptValues({ db, clock, profile }: Dependencies) {
  /** Deletes the values of a few runs. Returns whether there may be more to delete. */
  async function deleteSome({ userId, ...row }: AccountWithRuns): Promise<boolean> {
    const { tier } = await profile.accessOf(row);
    const allowance = Math.max(KEPT_VALUES_MIN_BYTES, LIMITS[tier].storageBytes);
    const now = await clock.now();
    const deleted = await inTransaction(db, async (trx) => {
      // Keeps the runs from being retried meanwhile.
      await holdPerson(trx, userId);
      return deleteOldestValues(trx, { userId, allowance, limit: RUNS_AT_A_TIME, now });
    });
    return deleted === RUNS_AT_A_TIME;
  }

  return {
    /** Looks only at accounts whose runs have written something today, a few runs of each at a time. */
    makeRoom: async (): Promise<void> => {
      let page: AccountWithRuns[] = [];
      do {
        page = await listAccountsWithRuns(db, page.at(-1)?.userId ?? null, ACCOUNTS_AT_A_TIME);
        let remaining = page;
        while (remaining.length > 0) {
          const next: AccountWithRuns[] = [];
          for (const account of remaining) if (await deleteSome(account)) next.push(account);
          remaining = next;
        }
      } while (page.length === ACCOUNTS_AT_A_TIME);
    },
  };
}
export type KeptValues = ReturnType<typeof createKeptValues>;
