import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { Db } from '#db/client.ts';
import { addIdentity, deleteIdentity } from '#db/queries/identity/identities.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { ProviderPerson } from '#server/gateways/oauth.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Client } from '#server/lib/request/client.ts';
import type { SessionService, ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';
import { findOwner, type IdentityTrial } from './accept-identity.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  sessions: SessionService;
  securityLog: SecurityLog;
  trial: Pick<IdentityTrial, 'claimIdentity'>;
};

/** Linking and unlinking sign-in services while signed in. Both end every other session. */
export function createLinkedIdentities({ db, clock, sessions, securityLog, trial }: Dependencies) {
  return {
    /** Returns the Set-Cookie value of the renewed session, or null if the identity could already open this account. */
    link: async (
      session: ValidSession,
      provider: OAuthProvider,
      person: ProviderPerson,
      client: Client,
    ): Promise<string | null> => {
      const { userId, email } = session;
      const { subject, email: providerEmail } = person;
      const account = { provider, subject, email: providerEmail };
      const cookie = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          const now = await clock.now();
          await findOwner(trx, account, person, { now, trial });
          const added = await addIdentity(trx, userId, account, { now, ...client });
          if (added === 'taken') throw new AppError('IDENTITY_TAKEN');
          if (added === 'other') throw new AppError('IDENTITY_DIFFERS');
          if (added === 'there') return null;
          await trial.claimIdentity(trx, account);
          const detail = OAUTH_PROVIDER_NAMES[provider];
          await securityLog.add(trx, { userId, kind: 'identity_linked', client, detail }, email);
          return sessions.secure(trx, session, { endOthers: true });
        }),
      );
      securityLog.emailNotices();
      return cookie;
    },

    unlink: async (session: ValidSession, provider: OAuthProvider, client: Client): Promise<string | null> => {
      const { userId, email } = session;
      const cookie = await sessions.changing(userId, () =>
        inTransaction(db, async (trx) => {
          await holdPerson(trx, userId);
          const deleted = await deleteIdentity(trx, userId, provider);
          if (deleted === 'missing') throw new AppError('NOT_FOUND');
          if (deleted === 'last') throw new AppError('LAST_WAY_IN');
          const detail = OAUTH_PROVIDER_NAMES[provider];
          await securityLog.add(trx, { userId, kind: 'identity_unlinked', client, detail }, email);
          return sessions.secure(trx, session, { endOthers: true });
        }),
      );
      securityLog.emailNotices();
      return cookie;
    },
  };
}
