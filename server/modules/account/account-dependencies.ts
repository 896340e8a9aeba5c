import type { Db } from '#db/client.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/lib/log.ts';
import type { PasswordQueue } from '#server/lib/crypto/password-queue.ts';
import type { SessionService } from '#server/modules/auth/session.service.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import type { WaysIn } from '#server/modules/ways-in/ways-in.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

type Counted =
  | 'set-password:account'
  | 'email-change:account'
  | 'email-change:mailbox'
  | 'confirm:address'
  | 'export:account';

export type AccountDependencies = {
  db: Db;
  clock: Clock;
  mail: MailGateway;
  sessions: SessionService;
  passwords: PasswordQueue;
  securityLog: SecurityLog;
  waysIn: Pick<WaysIn, 'turnOffAfterPassword' | 'turnOffAfterSignOut'>;
  attempts: { count: (kind: Counted, subject: string) => Promise<void> };
  /** Records that a mailbox belongs to someone who has had their trial, or their chance at one. */
  trial: { claimMailbox: (trx: Db, email: string) => Promise<void> };
  billing: {
    /** Stripe has to follow a change: another address, or a requested deletion. */
    enqueueSync: (trx: Db, change: { userId: UserId; now: Date }) => Promise<void>;
    subscription: (userId: UserId) => Promise<{ current: { cancelsAt: string | null } | null }>;
    /** Ends every subscription and has Stripe delete the person's details. */
    forget: (userId: UserId) => Promise<void>;
  };
  newsletter: {
    /** Takes the address off the list, together with the account. */
    forget: (trx: Db, email: string) => Promise<void>;
    /** What the newsletter stores about the address, or null. */
    subscriptionOf: (email: string) => Promise<object | null>;
  };
  budgets: Pick<Budgets, 'charge'>;
  publicUrl: string;
  log: Log;
  jobs: Pick<Jobs, 'kick'>;
};
