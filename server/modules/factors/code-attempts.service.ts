import type { Db } from '#db/client.ts';
import type { Client } from '#server/lib/client.ts';
import type { ValidSession } from '#server/modules/auth/session.service.ts';
import type { SecurityLog } from '#server/modules/security-log/security-log.service.ts';

type Kind = 'code:person' | 'challenge:person';
type Dependencies = {
  db: Db;
  attempts: {
    count: (kind: Kind, subject: string, onBlocked?: () => Promise<void>) => Promise<void>;
    forget: (kind: Kind, subject: string) => Promise<void>;
  };
  securityLog: SecurityLog;
};
type Who = Pick<ValidSession, 'userId' | 'email'>;

/** One count of a person's guesses, over all factors, recovery codes and proofs together: more ways are no more guesses. */
export function createCodeAttempts({ db, attempts, securityLog }: Dependencies) {
  return {
    /** Counts before anything is compared. The owner is told once a window that somebody was stopped. */
    count: ({ userId, email }: Who, client: Client): Promise<void> =>
      attempts.count('code:person', userId, async () => {
        await securityLog.add(db, { userId, kind: 'attempts_blocked', client }, email);
        await securityLog.tell(userId);
      }),
    /** After a right one. */
    forget: ({ userId }: Who): Promise<void> => attempts.forget('code:person', userId),
    /** Questions for codes are rows, so they are not without end either. */
    countQuestion: ({ userId }: Who): Promise<void> => attempts.count('challenge:person', userId),
  };
}
export type CodeAttempts = ReturnType<typeof createCodeAttempts>;
