import { randomUUID } from 'node:crypto';
import { RUNS_PER_DAY } from '#contract/automations/automation-limits.ts';
import type { RunCause } from '#contract/automations/run-states.ts';
import type { Values } from '#contract/automations/values.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { DAY_MS } from '#contract/billing/plans.ts';
import { effectiveTier } from '#contract/billing/tiers.ts';
import type { Db } from '#db/client.ts';
import { addRun, findRunOfOccasion, findStartable } from '#db/queries/automations/new-runs.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Log } from '#server/lib/log.ts';
import { boundValues } from './bound-values.ts';
import { pauseOverLimit, turnOff } from '../manage/turn-off.ts';
import { letNextRunsIn } from './line.ts';
import { tellOfCap, tellOfLoop } from './run-notices.ts';

/** The most automations that start one another. */
const CHAIN_MAX = 10;

export type RunRequest = {
  userId: UserId;
  automationId: string;
  cause: RunCause;
  /** What the run is for: the time of a slot, the id of a call or of what happened. There is one run for each. */
  occasion: string;
  input: Values;
  /** The automations whose steps caused this, oldest first. */
  chain?: readonly string[];
  dueAt: Date;
  now: Date;
  runId?: string;
};
/** `known`: there is a run for this occasion. The others say why there is none. */
export type Started =
  | { kind: 'started'; runId: string }
  | { kind: 'known' | 'off' | 'paused' | 'over_cap' | 'over_plan' | 'loop' };

/**
 * Starts at most one run for an occasion, in the transaction that has noted it and holds the owner. It begins when it is its turn in their
 * line. Call `jobs.kick('automation-run')` after the transaction.
 */
export function createStartRun({ log }: { log: Log }) {
  return async (trx: Db, request: RunRequest): Promise<Started> => {
    const { userId, automationId, chain = [], now, runId = randomUUID(), ...run } = request;
    const key = { userId, automationId };
    const since = new Date(now.getTime() - DAY_MS);
    const read = () => findStartable(trx, key, { since, caps: RUNS_PER_DAY });
    let found = await read();
    if (!found || found.liveVersion === null) return { kind: 'off' };
    const limit = LIMITS[effectiveTier(found, now)].automations;
    if (limit !== 'unlimited' && found.on > limit) {
      await pauseOverLimit(trx, userId, now);
      found = await read();
      if (!found || found.liveVersion === null) return { kind: 'over_plan' };
    }
    if (found.isEverythingPaused) return { kind: 'paused' };
    const about = { userId, automationId, name: found.name, now };
    if (chain.includes(automationId) || chain.length >= CHAIN_MAX) {
      await turnOff(trx, { userId, automationIds: [automationId], reason: 'loop', now });
      await tellOfLoop(trx, about);
      return { kind: 'loop' };
    }
    const isOverCap = found.ofAutomation >= RUNS_PER_DAY.automation;
    if (isOverCap || found.ofPerson >= RUNS_PER_DAY.person) {
      if (await findRunOfOccasion(trx, key, run.occasion)) return { kind: 'known' };
      log.warn({ event: 'run not started', automationId, userId }, 'too many runs of an automation in 24 hours');
      await tellOfCap(trx, about, isOverCap ? RUNS_PER_DAY.automation : RUNS_PER_DAY.person);
      return { kind: 'over_cap' };
    }
    const input = boundValues(run.input);
    const version = found.liveVersion;
    if (!(await addRun(trx, { ...run, ...key, runId, version, input, chain, now }))) return { kind: 'known' };
    await letNextRunsIn(trx, userId, now);
    return { kind: 'started', runId };
  };
}
export type StartRun = ReturnType<typeof createStartRun>;
