import { randomUUID } from 'node:crypto';
import { fillValues } from '#contract/automations/values.ts';
import type { ActionStep } from '#contract/automations/steps.ts';
import type { Rehearsed, RehearsalContext, StepHandler, StepHandlers } from '../steps/step-handler.ts';

type Given = Pick<RehearsalContext, 'userId' | 'access' | 'timeZone' | 'automation' | 'now' | 'valueOf'> &
  Partial<Pick<RehearsalContext, 'run' | 'key' | 'signal' | 'takeAnswer'>> & {
    labelOf: (reference: string) => string;
  };

/** Has a step say what it would do, within its time. A text has `[Label]` where a value isn't known yet. */
export function rehearseStep(
  handlers: StepHandlers,
  step: ActionStep,
  { labelOf, signal, ...given }: Given,
): Promise<Rehearsed> {
  const handler = handlers[step.kind] as unknown as StepHandler; // reason: each kind’s handler takes steps of its kind
  const timeLimit = AbortSignal.timeout(handler.timeLimitMs);
  return handler.rehearse(step, {
    run: { id: randomUUID(), chain: [] },
    key: step.id,
    takeAnswer: () => true,
    ...given,
    effectId: randomUUID(),
    fill: (text) => fillValues(text, (reference) => given.valueOf(reference) ?? `[${labelOf(reference)}]`),
    signal: signal ? AbortSignal.any([signal, timeLimit]) : timeLimit,
  });
}
