import type { ActionStep } from '#contract/automations/steps.ts';
import { untilAborted } from '#server/lib/concurrency/until-aborted.ts';
import { BudgetUsedUpError } from '#server/lib/budget-used-up.ts';
import {
  ClaimLostError,
  StepError,
  type StepContext,
  type StepHandler,
  type StepHandlers,
  type StepOutcome,
} from '../steps/step-handler.ts';

const TOO_SLOW = 'This took too long.';
const UNEXPECTED = 'Something went wrong on our side.';

/** The handler of a step's kind. */
export function handlerOf(handlers: StepHandlers, step: ActionStep): StepHandler {
  return handlers[step.kind] as unknown as StepHandler; // reason: each kind’s handler takes steps of its kind
}

/** Whether we can't tell what happened once it was cut off. */
export const isUnknownOnceCutOff = ({ effect, isRepeatable }: StepHandler, step: ActionStep): boolean =>
  effect === 'outside' && isRepeatable?.(step) !== true;

/** The longest that a step takes before its page shows it as running, in milliseconds. */
const BRIEF_MS = 30_000;
/** Whether a step that is cut off may just run again, and is done so soon that nothing has to say that it has begun. */
export const isBrief = ({ effect, timeLimitMs }: StepHandler): boolean =>
  effect !== 'outside' && timeLimitMs <= BRIEF_MS;

/**
 * One attempt of one step, within its time. It fails with a StepError, or with what ended it early. A call to the outside isn't cut off when
 * the process stops: it has a few seconds to end, so its owner needn't be asked about it.
 */
export async function attemptStep(
  handler: StepHandler,
  step: ActionStep,
  context: Omit<StepContext, 'signal'>,
  stopping: AbortSignal,
): Promise<StepOutcome> {
  const isUnknown = isUnknownOnceCutOff(handler, step);
  const over = AbortSignal.timeout(handler.timeLimitMs);
  const signal = isUnknown ? over : AbortSignal.any([over, stopping]);
  try {
    // Ends on timeout or abort, whether or not the handler notices.
    return await untilAborted(handler.run(step, { ...context, signal }), signal);
  } catch (error) {
    if (error instanceof StepError || error instanceof ClaimLostError || error instanceof BudgetUsedUpError)
      throw error;
    if (signal.aborted && !over.aborted) throw error;
    if (over.aborted) throw new StepError(TOO_SLOW, { isTemporary: true, isUnknown });
    throw new StepError(UNEXPECTED, { isTemporary: true, isUnknown, detail: error instanceof Error ? error.name : '' });
  }
}
