import { randomUUID } from 'node:crypto';
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import { formerEmailCutoff } from '#contract/account/ways-in.ts';
import { userIdSchema } from '#contract/ids.ts';
import type { Db } from '#db/client.ts';
import { isIdentityDisabled } from '#db/queries/identity/disabled-ways.ts';
import { isFormerEmail } from '#db/queries/identity/former-emails.ts';
import { addIdentity, moveIdentity, touchIdentity, type ProviderAccount } from '#db/queries/identity/identities.ts';
import { updateProfile } from '#db/queries/identity/profiles.ts';
import * as users from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ProviderPerson } from '#server/gateways/oauth.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import type { SessionService } from '#server/modules/auth/session.service.ts';
import type { Person } from '#server/modules/auth/sign-in.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

/** How often to look again for an account that the same person's other tab keeps replacing. */
const HOLD_TRIES = 3;

/** What the trial has to do with identities. */
export type IdentityTrial = {
  startOnce: (trx: Db, first: { userId: UserId; email: string; identity: Identity }) => Promise<void>;
  /** Someone who has had a trial can't pass a new one to a linked identity. */
  claimIdentity: (trx: Db, identity: Identity) => Promise<void>;
};
type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  securityLog: SecurityLog;
  trial: IdentityTrial;
};
/**
 * The account that an identity opens. A Slack identity from before workspaces were stored holds only the user id: the person whose verified
 * address it has keeps it, now under the pair (AUTH-7). It opens nothing for anyone else with that user id.
 */
export async function findOwner(
  trx: Db,
  account: ProviderAccount,
  { formerSubject, isEmailVerified }: ProviderPerson,
  { now, trial }: { now: Date; trial: Pick<IdentityTrial, 'claimIdentity'> },
): Promise<UserId | undefined> {
  const known = await touchIdentity(trx, account, now);
  if (known !== undefined || formerSubject === null || !isEmailVerified) return known;
  if (await moveIdentity(trx, account, formerSubject)) await trial.claimIdentity(trx, account);
  return touchIdentity(trx, account, now);
}

type Identity = { provider: string; subject: string };
/** `isNew`: created just now. `discardedId`: an unconfirmed account that was removed. */
type Opened = Person & { isNew: boolean; discardedId: UserId | null };

/** Finds or creates the account of a person that a sign-in service vouches for (AUTH-7). */
export function createAcceptIdentity({ db, clock, sessions, securityLog, trial }: Dependencies) {
  /** The account of an address, locked until the end of the transaction. */
  async function holdAccount(trx: Db, email: string, now: Date): Promise<users.AccountRow & { isNew: boolean }> {
    for (let tries = 0; tries < HOLD_TRIES; tries += 1) {
      const id = userIdSchema.parse(randomUUID());
      const isNew = await users.addUser(trx, { id, email, now, formerEmailCutoff: formerEmailCutoff(now) });
      const account = await users.lockAccountByEmail(trx, email);
      if (account) return { ...account, isNew };
    }
    if (await isFormerEmail(trx, email, formerEmailCutoff(now))) throw new AppError('EMAIL_WAS_REPLACED');
    throw new Error('the account kept being replaced while an identity was linked to it');
  }

  /** The confirmed account of an address that the service vouches for; it is created if there is none. */
  async function openAccount(trx: Db, email: string, now: Date): Promise<Opened> {
    const found = await holdAccount(trx, email, now);
    if (found.emailConfirmedAt) return { ...found, isNew: false, discardedId: null };
    // Someone may have signed up with an address that isn't theirs and be waiting, so everything they set up is removed.
    if (!found.isNew) await users.deleteUnconfirmedUser(trx, found.id);
    const account = found.isNew ? found : await holdAccount(trx, email, now);
    await users.confirmAddress(trx, account.id, now);
    return { ...account, isNew: true, discardedId: found.isNew ? null : found.id };
  }

  async function join(trx: Db, provider: OAuthProvider, person: ProviderPerson, client: Client): Promise<Opened> {
    const now = await clock.now();
    const { subject, email, name } = person;
    const account = { provider, subject, email };
    const known = await findOwner(trx, account, person, { now, trial });
    if (known) return { ...(await users.getAccount(trx, known)), isNew: false, discardedId: null };
    if (!person.isEmailVerified) throw new AppError('PROVIDER_EMAIL_UNCONFIRMED');
    const opened = await openAccount(trx, email, now);
    const { id: userId } = opened;
    if (await isIdentityDisabled(trx, userId, account)) throw new AppError('WAY_IN_OFF');
    const added = await addIdentity(trx, userId, account, { now, ...client });
    // The same person in two tabs, and the other tab won.
    if (added === 'there') return opened;
    if (added !== 'added') throw new AppError(added === 'other' ? 'IDENTITY_DIFFERS' : 'IDENTITY_TAKEN');
    if (opened.isNew) {
      await trial.startOnce(trx, { userId, email: opened.email, identity: account });
      await updateProfile(trx, userId, { full_name: name, updated_at: now });
    } else {
      await trial.claimIdentity(trx, account);
      const detail = OAUTH_PROVIDER_NAMES[provider];
      await securityLog.add(trx, { userId, kind: 'identity_linked', client, detail }, opened.email);
    }
    return opened;
  }

  return async (provider: OAuthProvider, person: ProviderPerson, client: Client): Promise<Person> => {
    const opened = await inTransaction(db, (trx) => join(trx, provider, person, client));
    // Its sessions were deleted with it; this makes every process drop them from its cache.
    if (opened.discardedId) await sessions.endAll(opened.discardedId);
    return { id: opened.id, email: opened.email, generation: opened.generation };
  };
}
