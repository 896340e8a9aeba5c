import type { Log } from './log.ts';

export type Jobs = Record<string, () => Promise<unknown>>;

/** Does jobs one after the other. One that fails is told of by its name, and does not keep the others from being done. */
export async function doEach(jobs: Jobs, log: Log): Promise<void> {
  for (const [job, work] of Object.entries(jobs)) {
    try {
      await work();
    } catch (error) {
      log.error({ event: 'job failed', job, err: error }, `job failed: ${job}`);
    }
  }
}
