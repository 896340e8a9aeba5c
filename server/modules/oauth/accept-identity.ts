import { randomUUID } from 'node:crypto';
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Db } from '#db/client.ts';
import { addIdentity, touchIdentity } from '#db/queries/identities.ts';
import { updateProfile } from '#db/queries/profiles.ts';
import * as users from '#db/queries/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ProviderPerson } from '#server/gateways/oauth.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/client.ts';
import type { SessionService } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

/** How often an account is looked for that is replaced meanwhile by the same person's other tab. */
const HOLD_TRIES = 3;

export type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  signIn: { browser: (person: Account, how: { client: Client; methods: 'oauth'[] }) => Promise<string> };
  securityLog: SecurityLog;
  trial: {
    startOnce: (trx: Db, first: { userId: UserId; email: string; identity: Identity }) => Promise<void>;
    /** Who has had a trial gives none to an identity of theirs. */
    claimIdentity: (trx: Db, identity: Identity) => Promise<void>;
  };
};
type Account = { id: UserId; email: string };
type Identity = { provider: string; subject: string };
/** `isNew`: made a moment ago. `discardedId`: an account that nobody had confirmed, and that is gone. */
type Opened = Account & { isNew: boolean; discardedId: UserId | null };

/** Signs in whoever a sign-in service says has come (DECISIONS "Sign-in"). */
export function createAcceptIdentity({ db, clock, sessions, signIn, securityLog, trial }: Dependencies) {
  /** The account of an address, held until the end of the transaction. */
  async function holdAccount(trx: Db, email: string, now: Date): Promise<users.AccountRow & { isNew: boolean }> {
    for (let tries = 0; tries < HOLD_TRIES; tries += 1) {
      const isNew = await users.addUser(trx, { id: randomUUID() as UserId, email, now }); // reason: a new id gets its brand here
      const account = await users.lockAccountByEmail(trx, email);
      if (account) return { ...account, isNew };
    }
    throw new Error('an account cannot be replaced again and again');
  }

  /** The confirmed account of an address that the service vouches for; it is made where there is none. */
  async function openAccount(trx: Db, email: string, now: Date): Promise<Opened> {
    const found = await holdAccount(trx, email, now);
    if (found.emailConfirmedAt) return { ...found, isNew: false, discardedId: null };
    // Somebody may have signed up with an address that is not theirs, and wait: nothing of theirs is left to wait with.
    if (!found.isNew) await users.deleteUnconfirmedUser(trx, found.id);
    const account = found.isNew ? found : await holdAccount(trx, email, now);
    await users.confirmAddress(trx, account.id, now);
    return { ...account, isNew: true, discardedId: found.isNew ? null : found.id };
  }

  async function join(trx: Db, provider: OAuthProvider, person: ProviderPerson, client: Client): Promise<Opened> {
    const now = await clock.now();
    const { subject, email, name } = person;
    const account = { provider, subject, email };
    const known = await touchIdentity(trx, account, now);
    if (known) return { ...(await users.getAccount(trx, known)), isNew: false, discardedId: null };
    if (!person.isEmailVerified) throw new AppError('PROVIDER_EMAIL_UNCONFIRMED');
    const opened = await openAccount(trx, email, now);
    const { id: userId } = opened;
    const added = await addIdentity(trx, userId, account, now);
    // The same person in two tabs, and the other tab was quicker.
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

  /** Returns the Set-Cookie value of a new session. */
  return async (provider: OAuthProvider, person: ProviderPerson, client: Client): Promise<string> => {
    const opened = await inTransaction(db, (trx) => join(trx, provider, person, client));
    // Its sessions went with it; this makes every process forget them.
    if (opened.discardedId) await sessions.endAll(opened.discardedId);
    return signIn.browser(opened, { client, methods: ['oauth'] });
  };
}
