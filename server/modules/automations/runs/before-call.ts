import type { Db } from '#db/client.ts';
import { isClaimed, type RunClaim } from '#db/queries/automations/run-claims.ts';
import { ClaimLostError, StepError } from '../steps/step-handler.ts';

const NOT_CALLED = 'Something went wrong on our side, so nothing was sent.';
/** How long we can rely on the answer that the run is ours, in milliseconds: others wait twice as long for a heartbeat before they take it on. */
const OURS_FOR_MS = 5_000;

/**
 * What a step does right before it calls a service outside. A process that was frozen since the step began must not make the call: another
 * one has taken the run on, and its owner was asked. If it was frozen while it asked whose run this is, the answer is out of date, so we
 * measure how long that took, on a monotonic clock.
 */
export const createBeforeCall = (db: Db, claim: RunClaim) => async (): Promise<void> => {
  const askedAt = performance.now();
  const isOurs = await isClaimed(db, claim).catch(() => {
    throw new StepError(NOT_CALLED, { isTemporary: true });
  });
  if (!isOurs) throw new ClaimLostError();
  if (performance.now() - askedAt > OURS_FOR_MS) throw new StepError(NOT_CALLED, { isTemporary: true });
};
