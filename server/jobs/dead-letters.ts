import type { JobStore } from '#db/job-store.ts';
import type { Log } from '#server/lib/log.ts';
import { DEAD_LETTERS, openBoss } from './boss.ts';

/** Runs jobs again that were given up: one, or with null all of them. Each begins with all its attempts. Returns how many there were. */
export async function retryDeadLetters(store: JobStore, id: string | null, log: Log): Promise<number> {
  const boss = await openBoss(store, log);
  // A dead letter keeps the priority with which it ran, but it needs a new turn.
  await store.executeSql(`update pgboss.job set priority = 0 where name = '${DEAD_LETTERS}' and priority <> 0`);
  let moved = 0;
  for (;;) {
    const some = await boss.redrive(DEAD_LETTERS, id === null ? {} : { ids: [id] });
    moved += some;
    if (some === 0 || id !== null) return moved;
  }
}

/** Removes a job that was given up. Returns whether there was one. */
export async function discardDeadLetter(store: JobStore, id: string, log: Log): Promise<boolean> {
  const boss = await openBoss(store, log);
  const [job] = await boss.findJobs(DEAD_LETTERS, { id });
  if (job) await boss.deleteJob(DEAD_LETTERS, id);
  return job !== undefined;
}
