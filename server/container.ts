import type { Config } from '#server/config.ts';
import type { Database } from '#db/client.ts';
import { purgeDeletedConversations } from '#db/queries/conversations.ts';
import type { MessageId } from '#db/types.gen.ts';
import { doEach, type Jobs } from '#server/lib/do-each.ts';
import type { Log } from '#server/lib/log.ts';
import { createServices, type Outside, type Overrides, type Services } from '#server/services.ts';

/** Deleted conversations stay this long, so that Undo has something to bring back. */
const KEEP_DELETED_MS = 60 * 60_000;

export type Container = {
  config: Config;
  database: Database;
  log: Log;
  services: Services;
  /** Hears what other processes on the same database say, until the returned function is called. */
  listen: () => Promise<() => Promise<void>>;
  /** Settles the turns of processes that are gone. Runs at start and every few seconds. */
  sweep: () => Promise<void>;
  /** Does what Stripe's events hint at, and refunds. Runs at start and every few seconds, beside the turns. */
  processBilling: () => Promise<void>;
  /** Mails what people are to be told. Runs at start and every few seconds. */
  sendNotices: () => Promise<void>;
  /** Removes what has expired. Runs at start and every few minutes. */
  purge: () => Promise<void>;
  /** Looks whether the product and what it stands on answer. Runs at start and every minute. */
  checkHealth: () => Promise<void>;
  /** Reads again at Stripe what may have been missed, once a day. Runs at start and every hour. */
  reconcile: () => Promise<void>;
};

/** Composition root. Tests build through it, with overrides. */
export function createContainer(input: {
  config: Config;
  secret: string;
  database: Database;
  outside: Outside;
  log: Log;
  overrides?: Overrides;
}): Container {
  const services = createServices({ ...input, overrides: input.overrides ?? {} });
  const each = (jobs: Jobs) => doEach(jobs, input.log);
  return {
    config: input.config,
    database: input.database,
    log: input.log,
    services,
    listen: () =>
      input.database.listen({
        turns_saved: services.saved.heard,
        turn_stop: (answerId) => services.runner.stop(answerId as MessageId), // reason: an id that this product sent
        session_ended: services.sessions.heardEnding,
        onLine: services.sessions.forgetAll,
      }),
    sweep: () => each({ turns: services.runner.sweep }),
    processBilling: () => each({ billing: services.billing.sweep }),
    sendNotices: () =>
      each({
        notices: services.notices.sweep,
        contact: services.contact.sweep,
        newsletter: services.newsletter.sweep,
      }),
    purge: () =>
      each({
        sessions: services.sessions.sweep,
        attempts: services.attempts.sweep,
        tokens: services.tokens.sweep,
        oauth: services.oauth.sweep,
        factors: services.factors.sweep,
        passkeys: services.passkeys.sweep,
        usage: services.usage.sweep,
        conversations: async () => {
          const now = await services.clock.now();
          await purgeDeletedConversations(input.database.db, new Date(now.getTime() - KEEP_DELETED_MS));
        },
        newsletter: services.newsletter.purge,
        contact: services.contact.purge,
        // Last, because Stripe or a mail server that is down takes its time.
        accounts: services.account.purge,
        billing: services.billing.purge,
        'security log': services.securityLog.sweep,
        status: services.status.purge,
      }),
    checkHealth: () => each({ status: services.status.check }),
    reconcile: () => each({ reconcile: services.billing.nightly }),
  };
}
