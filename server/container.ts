import type { Database } from '#db/client.ts';
import { runAs } from '#db/kind-of-work.ts';
import { readStopSignal } from '#db/queries/chat/turns.ts';
import { createGateways } from '#server/composition/gateways.ts';
import { createHandlers } from '#server/composition/handlers.ts';
import type { Outside, Overrides } from '#server/composition/outside.ts';
import { createServices, type Services } from '#server/composition/services.ts';
import type { Config } from '#server/config.ts';
import { createClientOf, type ClientOf } from '#server/http/client-of.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { doEach } from '#server/lib/concurrency/do-each.ts';
import { createDatabaseTrouble, type DatabaseTrouble } from '#server/lib/database-trouble.ts';
import type { Log } from '#server/lib/log.ts';
import { createReadiness, type ReadinessService } from '#server/modules/readiness/readiness.service.ts';

export type Container = {
  config: Config;
  database: Database;
  log: Log;
  services: Services;
  clientOf: ClientOf;
  /** Deferred and repeated work of all kinds (`server/jobs/queues.ts`). */
  jobs: Jobs;
  /** Failures of the database. */
  trouble: DatabaseTrouble;
  /** Whether this process can serve people. */
  readiness: ReadinessService;
  /** Listens for signals from other processes on the same database until the returned function is called. */
  listen: () => Promise<() => Promise<void>>;
  /** Settles turns whose process has died: at start and every second, in every process. It never rejects. */
  sweep: (stopping?: AbortSignal) => Promise<void>;
  /** Settles the turns of an earlier process, at start, where no other process can be at work. It never rejects. */
  settleLeftovers: () => Promise<void>;
};

/** The composition root: configuration, database, gateways, services, jobs. Tests build through it, with overrides. */
export function createContainer(input: {
  config: Config;
  secret: string;
  database: Database;
  outside: Outside;
  log: Log;
  overrides?: Overrides;
}): Container {
  const { config, secret, database, outside, log, overrides = {} } = input;
  const trouble = createDatabaseTrouble(log);
  const gateways = createGateways({ config, outside, database, log, overrides });
  const kick: Jobs['kick'] = (queue) => jobs.kick(queue);
  const services = createServices({ config, secret, database, gateways, jobs: { kick }, log, trouble, overrides });
  const jobs = createJobs({
    database,
    trouble,
    clock: services.clock,
    log,
    handlers: createHandlers(services, log, database.db),
    onAnswer: services.status.noteAnswer,
    runsKicked: overrides.runsKickedJobs ?? false,
  });
  const each = (work: Parameters<typeof doEach>[0], stopping?: AbortSignal) =>
    runAs('job', () => doEach(work, log, stopping, trouble.note));
  return {
    config,
    database,
    log,
    services,
    clientOf: createClientOf(config.trustedProxies, log),
    jobs,
    trouble,
    readiness: createReadiness({
      database,
      clock: services.clock,
      findTrouble: jobs.findTrouble,
      trouble,
      startsJobs: config.startsJobs,
      log,
    }),
    listen: () =>
      database.listen({
        turns_saved: services.saved.onSaved,
        turn_stop: (signal) => {
          const stopped = readStopSignal(signal);
          if (stopped) services.runner.stop(stopped);
        },
        session_ended: services.sessions.onSessionEnded,
        notices_changed: services.bellSignals.onChanged,
        onConnect: () => {
          services.sessions.forgetAll();
          services.bellSignals.ringAll();
        },
      }),
    sweep: (stopping) => each({ turns: services.runner.sweep }, stopping),
    settleLeftovers: () => each({ leftovers: services.runner.settleLeftovers }),
  };
}
