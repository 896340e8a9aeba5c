import type { Log } from './log.ts';

export type Chores = Record<string, () => Promise<unknown>>;

/** Does chores one after the other. One that fails is told of by its name, and does not keep the others from being done. */
export async function doEach(chores: Chores, log: Log): Promise<void> {
  for (const [chore, work] of Object.entries(chores)) {
    try {
      await work();
    } catch (error) {
      log.error({ event: 'chore failed', chore, err: error }, `chore failed: ${chore}`);
    }
  }
}
