import {
  DISABLED_WAY_DAYS,
  formerEmailCutoff,
  NEW_WAY_DAYS,
  WAYS_IN,
  YOUNG_FACTOR_HOURS,
} from '#contract/account/ways-in.ts';
import { isRecentAuthentication } from '#contract/account/session.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { fullMomentText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import * as disabled from '#db/queries/identity/disabled-ways.ts';
import { deleteFormerEmailsBefore, listFormerEmails } from '#db/queries/identity/former-emails.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import * as ways from '#db/queries/identity/ways-in.ts';
import { listFactors } from '#db/queries/second-factor/factors.ts';
import { notifySessionsChanged } from '#db/queries/sessions/session-endings.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import { deviceName } from '#server/lib/request/device-name.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

const MINUTE_MS = 60_000;
const YOUNG_MS = YOUNG_FACTOR_HOURS * 60 * 60_000;
/** Nobody is there when a reset completes. */
const NOBODY: Client = { address: '', userAgent: '' };

type Dependencies = { db: Db; clock: Clock; sessions: SessionService; securityLog: SecurityLog };
type Owner = { userId: UserId; email: string; client: Client };

/**
 * Every way into an account is one list (`WAYS_IN`). A reset, a new password and signing out everywhere turn off what
 * is new (docs/decisions/051): its rows move to `disabled_ways`, where nothing signs in with them.
 */
export function createWaysIn({ db, clock, sessions, securityLog }: Dependencies) {
  /**
   * Second factors added after this are turned off: those of the last 30 days or, if there are no older ones, all but
   * the oldest. Those that stay are asked for, so they protect the account from someone who only reads its mailbox.
   * Null if none of them is a day old.
   */
  async function findFactorCutoff(trx: Db, userId: UserId, now: Date): Promise<Date | null> {
    const added = (await listFactors(trx, userId)).flatMap(({ verifiedAt }) => verifiedAt ?? []);
    const [oldest] = added.toSorted((one, other) => one.getTime() - other.getTime());
    const [monthAgo, dayAgo] = [NEW_WAY_DAYS * DAY_MS, YOUNG_MS].map((age) => new Date(now.getTime() - age));
    if (!oldest || !monthAgo || !dayAgo || oldest > dayAgo) return null;
    return oldest <= monthAgo ? monthAgo : oldest;
  }

  /** What the account was created with isn't new, however young the account is. */
  async function findNewSince(
    trx: Db,
    userId: UserId,
    now: Date,
  ): Promise<{ since: Date; passwordSetAt: Date | null }> {
    const age = await ways.findPasswordAge(trx, userId);
    const monthAgo = new Date(now.getTime() - NEW_WAY_DAYS * DAY_MS);
    const confirmedAt = age?.confirmedAt ?? monthAgo;
    return { since: confirmedAt > monthAgo ? confirmedAt : monthAgo, passwordSetAt: age?.setAt ?? null };
  }

  async function disableFactors(trx: Db, range: { userId: UserId; since: Date; until?: Date; now: Date }) {
    // A factor's recovery codes are made right after it.
    const codes = { ...range, since: new Date(range.since.getTime() + MINUTE_MS) };
    return (await disabled.disableFactors(trx, range)) + (await disabled.disableRecoveryCodes(trx, codes));
  }

  /** Turns off all that is new but the password. */
  async function disableNew(trx: Db, userId: UserId, range: { since: Date; factorsSince: Date | null; now: Date }) {
    const { since, factorsSince, now } = range;
    const others = { userId, since, now };
    return (
      (await disabled.disablePasskeys(trx, others)) +
      (await disabled.disableIdentities(trx, others)) +
      (factorsSince === null ? 0 : await disableFactors(trx, { userId, since: factorsSince, now }))
    );
  }

  /**
   * Second factors that are all younger than a day are removed a day from now: whoever has or had the account's address
   * is told. Returns null, for no factor is turned off now.
   */
  async function scheduleYoungFactorRemoval(trx: Db, { userId, email, client }: Owner, now: Date): Promise<null> {
    if (!(await listFactors(trx, userId)).some(({ status }) => status === 'verified')) return null;
    const completesAt = await ways.startResetWait(trx, userId, new Date(now.getTime() + YOUNG_MS));
    const { timeZone } = await getProfile(trx, userId);
    const detail = fullMomentText(completesAt, timeZone);
    for (const address of [email, ...(await listFormerEmails(trx, userId))])
      await securityLog.add(trx, { userId, kind: 'reset_waits', client, detail }, address);
    return null;
  }

  /** Removes the second factors for which a reset or a sign-out has waited. */
  async function completeReset(userId: UserId): Promise<void> {
    await sessions.changing(userId, () =>
      inTransaction(db, async (trx) => {
        await holdPerson(trx, userId);
        const now = await clock.now();
        const reset = await ways.takeDueReset(trx, userId, now);
        if (!reset) return;
        // Those that were young when the reset began to wait.
        const until = new Date(reset.completedAt.getTime() - YOUNG_MS);
        await disableFactors(trx, { userId, since: new Date(until.getTime() - YOUNG_MS), until, now });
        await securityLog.add(trx, { userId, kind: 'reset_completed', client: NOBODY }, reset.email);
        await notifySessionsChanged(trx, userId);
      }),
    );
    securityLog.emailNotices();
  }

  return {
    /**
     * A password was set: call this in its transaction. Turns off what is new and returns how much that is. A password
     * set through a link in an email (`isReset`) doesn't show that its owner holds a second factor: one that is a day
     * old or more is asked for, and younger ones are removed a day from now.
     */
    turnOffAfterPassword: async (trx: Db, { isReset, ...owner }: Owner & { isReset: boolean }): Promise<number> => {
      const { userId } = owner;
      const now = await clock.now();
      const { since } = await findNewSince(trx, userId, now);
      const dayAgo = new Date(now.getTime() - YOUNG_MS);
      const factorsSince =
        (await findFactorCutoff(trx, userId, now)) ??
        (isReset ? await scheduleYoungFactorRemoval(trx, owner, now) : dayAgo);
      await disabled.deleteDisabledPasswords(trx, userId);
      return disableNew(trx, userId, { since, factorsSince, now });
    },

    /**
     * Everyone else is signed out: call this in that transaction. A new password is turned off, too, unless this
     * session has used it since, or has set it in the last few minutes. Longer ago, someone else may have sat at this
     * computer. Being signed in doesn't show that somebody is the owner, so second factors younger than a day are
     * removed a day from now, as with a reset.
     */
    turnOffAfterSignOut: async (trx: Db, session: ValidSession, client: Client): Promise<number> => {
      const { userId, email, methods, createdAt, authenticatedAt } = session;
      const now = await clock.now();
      const { since, passwordSetAt } = await findNewSince(trx, userId, now);
      const factorsSince =
        (await findFactorCutoff(trx, userId, now)) ??
        (await scheduleYoungFactorRemoval(trx, { userId, email, client }, now));
      // Setting a password ends all other sessions, so a session that is older than the password has set it.
      const setAt = passwordSetAt ?? createdAt;
      const hasJustSet = createdAt <= setAt && isRecentAuthentication(setAt, now);
      const hasSignedInWithIt = createdAt >= setAt && methods.some((one) => one === 'password' || one === 'link');
      const hasEnteredIt = authenticatedAt > setAt && methods.at(-1) === 'password';
      const knowsPassword = hasJustSet || hasSignedInWithIt || hasEnteredIt;
      const passwords = knowsPassword ? 0 : await disabled.disablePassword(trx, { userId, since, now });
      return passwords + (await disableNew(trx, userId, { since, factorsSince, now }));
    },

    /** All of them, those that are turned off last, the newest first. */
    list: async ({ userId }: ValidSession) => {
      const rows = await ways.listWaysIn(db, userId, await clock.now());
      return rows.map(({ userAgent, addedAt, disabledAt, kind, ...row }) => ({
        ...row,
        kind,
        label: WAYS_IN[kind].label,
        device: userAgent === '' ? '' : deviceName(userAgent),
        addedAt: addedAt.toISOString(),
        disabledAt: disabledAt?.toISOString() ?? null,
      }));
    },

    /**
     * Turns a way back on. Like adding one, it takes a re-authentication, and gives the session a new secret. Returns
     * the Set-Cookie value, or null for a session with tokens.
     */
    turnOn: async (session: ValidSession, id: string, client: Client): Promise<string | null> => {
      const { userId, email } = session;
      const cookie = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          const secured = await sessions.secure(trx, session, { endOthers: false });
          const way = await disabled.findDisabledWay(trx, userId, id);
          if (!way) throw new AppError('NOT_FOUND');
          const now = await clock.now();
          if (!(await disabled.restoreWay(trx, { userId, id, kind: way.kind, now })))
            throw new AppError('WAY_IN_REPLACED');
          const detail = WAYS_IN[way.kind].label;
          await securityLog.add(trx, { userId, kind: 'way_turned_on', client, detail }, email);
          return secured;
        }),
      );
      securityLog.emailNotices();
      return cookie;
    },

    /** Deletes a way that is turned off. */
    remove: async ({ userId }: ValidSession, id: string): Promise<void> => {
      if (!(await disabled.deleteDisabledWay(db, userId, id))) throw new AppError('NOT_FOUND');
    },

    sweep: async (): Promise<void> => {
      const now = await clock.now();
      for (const userId of await ways.listDueResets(db, now)) await completeReset(userId);
      await disabled.deleteDisabledWaysBefore(db, new Date(now.getTime() - DISABLED_WAY_DAYS * DAY_MS));
      await deleteFormerEmailsBefore(db, formerEmailCutoff(now));
    },
  };
}
export type WaysIn = ReturnType<typeof createWaysIn>;
