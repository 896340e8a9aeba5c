import type { Db } from '#db/client.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import type { Client } from '#server/lib/request/client.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

type Kind = 'code:person' | 'challenge:person';
type Dependencies = {
  db: Db;
  attempts: {
    count: (kind: Kind, subject: string, onBlocked?: () => Promise<void>) => Promise<void>;
    takeBlockedNotice: (mailbox: string) => Promise<boolean>;
    forget: (kind: Kind, subject: string) => Promise<void>;
  };
  securityLog: SecurityLog;
};
type Who = Pick<ValidSession, 'userId' | 'email'>;

/** One count of a person's guesses across all factors, recovery codes and re-authentications: more methods don't allow more guesses. */
export function createCodeAttempts({ db, attempts, securityLog }: Dependencies) {
  return {
    /** Counts the attempt before comparing anything. The owner is told once a day that attempts were blocked. */
    count: ({ userId, email }: Who, client: Client): Promise<void> =>
      attempts.count('code:person', userId, async () => {
        if (!(await attempts.takeBlockedNotice(normalizeEmail(email)))) return;
        await securityLog.add(db, { userId, kind: 'attempts_blocked', client }, email);
        securityLog.emailNotices();
      }),
    /** Resets the count after a correct code. */
    forget: ({ userId }: Who): Promise<void> => attempts.forget('code:person', userId),
    /** Code challenges are rows, so their number is limited too. */
    countQuestion: ({ userId }: Who): Promise<void> => attempts.count('challenge:person', userId),
  };
}
export type CodeAttempts = ReturnType<typeof createCodeAttempts>;
