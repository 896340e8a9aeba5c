import { randomInt } from 'node:crypto';
import type { CrashReport } from '#contract/site/crash.ts';
import type { Log } from '#server/lib/log.ts';
import type { Client } from '#server/lib/request/client.ts';

type Dependencies = {
  attempts: { count: (kind: 'crash:address', subject: string) => Promise<void> };
  log: Log;
};

/** Easy to read out and to type: no vowels, and nothing that looks like something else. */
const LETTERS = '23456789bcdfghjkmnpqrstvwxz';
const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Screens that crashed in a browser: one line of the log each, under a reference that the person can tell us. */
export function createCrashes({ attempts, log }: Dependencies) {
  return {
    /** @throws TOO_MANY_ATTEMPTS */
    report: async (crash: CrashReport, client: Client): Promise<{ reference: string }> => {
      await attempts.count('crash:address', client.address);
      const reference = `${letters(4)}-${letters(4)}`;
      // Anyone can send a report, so it isn't an error of ours until someone has looked at it.
      log.warn({ event: 'screen crashed', reference, ...crash }, 'a screen crashed');
      return { reference };
    },
  };
}
export type CrashesService = ReturnType<typeof createCrashes>;
