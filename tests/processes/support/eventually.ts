import { setTimeout as wait } from 'node:timers/promises';

const CHECK_EVERY_MS = 40;

/** Polls until `check` returns something other than undefined, null or false. Throws with `what` at the deadline. */
export async function eventually<T>(
  what: string,
  check: () => T | Promise<T>,
  { withinMs }: { withinMs: number },
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + withinMs;
  let problem: unknown;
  do {
    try {
      const found = await check();
      if (found !== undefined && found !== null && found !== false) return found as NonNullable<Exclude<T, false>>; // reason: just checked
      problem = undefined;
    } catch (error) {
      problem = error;
    }
    await wait(CHECK_EVERY_MS);
  } while (performance.now() < deadline);
  throw new Error(`Not within ${withinMs} ms: ${what}`, { cause: problem });
}
