import type { Log } from '../log.ts';

export type Jobs = Record<string, () => Promise<unknown>>;

/**
 * Runs jobs one after another. A failing job is logged by name and doesn't stop the others. When the process stops, no further job begins,
 * and one that is cut off has not failed. `isNoted` may log a failure elsewhere.
 */
export async function doEach(
  jobs: Jobs,
  log: Log,
  stopping?: AbortSignal,
  isNoted: (error: unknown, about: object) => boolean = () => false,
): Promise<void> {
  for (const [job, work] of Object.entries(jobs)) {
    if (stopping?.aborted) return;
    try {
      await work();
    } catch (error) {
      if (stopping?.aborted) log.warn({ event: 'job interrupted', job, err: error }, `job interrupted: ${job}`);
      else if (!isNoted(error, { job })) log.error({ event: 'job failed', job, err: error }, `job failed: ${job}`);
    }
  }
}
