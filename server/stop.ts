import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextLoopTurn, setTimeout as pause } from 'node:timers/promises';
import type { Container } from '#server/container.ts';
import type { Drain } from '#server/http/drain.ts';
import type { Services } from '#server/composition/services.ts';

/**
 * The share of the time for draining in which connections are still accepted: 5 s of the default 30. A load balancer
 * needs a moment to notice that we're stopping, and connections that were idle are closed by their clients or by us
 * meanwhile (`idleMs` in `limited-server.ts`). A request that crosses such a closing on the wire would be lost.
 */
const ACCEPTING_SHARE = 1 / 6;
/** How long readers have to receive the end of what they follow, in milliseconds. */
const STREAM_FLUSH_MS = 1_000;
/** How long interrupted jobs have to end, in milliseconds. */
const INTERRUPTED_MS = 5_000;

type Stoppable = {
  jobs: Pick<Container['jobs'], 'stop' | 'idle'>;
  log: Pick<Container['log'], 'warn'>;
  services: {
    runner: Pick<Services['runner'], 'idle' | 'close'>;
    notifications: Pick<Services['notifications'], 'close'>;
    documents: Pick<Services['documents'], 'close'>;
    mail: Pick<Services['mail'], 'close'>;
  };
};
type Dependencies = { server: Server; drain: Drain; container: Stoppable; drainMs: number };

/**
 * Stops taking work, and lets requests, answers and jobs that have begun finish for `drainMs`. What isn't done by then
 * is left to the next process, as after a crash, but without losing a word. Afterward, nothing runs anymore.
 */
export async function stopServing({ server, drain, container, drainMs }: Dependencies): Promise<void> {
  const { jobs, services, log } = container;
  const { runner } = services;
  const deadline = AbortSignal.timeout(drainMs);
  drain.begin();
  const jobsEnded = jobs
    .stop(drainMs, INTERRUPTED_MS)
    .catch((err: unknown) => log.warn({ event: 'jobs not stopped', err }, 'jobs not stopped'));
  await pause(drainMs * ACCEPTING_SHARE);
  // Right after the event loop has accepted what was waiting: closing the socket resets whatever still is.
  await nextLoopTurn();
  const closed = once(server, 'close');
  server.close();
  // Their readers open others elsewhere. Earlier, they might have come back to this process.
  services.notifications.close();
  // In this order, because a request that isn't answered yet may still begin an answer or a job.
  const begun = drain.untilAnswered(deadline).then(() => Promise.all([jobsEnded, jobs.idle(), runner.idle()]));
  await Promise.race([begun, pause(drainMs * (1 - ACCEPTING_SHARE))]);
  await runner.close();
  await Promise.race([closed, pause(STREAM_FLUSH_MS)]);
  server.closeAllConnections();
  await closed;
  // What isn't sent or done by now is left to the next process. Until then jobs need the database.
  await Promise.race([Promise.all([jobsEnded, jobs.idle()]), pause(INTERRUPTED_MS)]);
  services.documents.close();
  services.mail.close();
}
