import type { AssistantId } from '../chat/assistants.ts';
import { allSteps } from './all-steps.ts';
import type { Definition } from './definition.ts';
import { contractOf, type Step } from './steps.ts';
import type { Trigger } from './triggers.ts';

/** The teammates whom the steps ask, in their order. */
export const teammatesAsked = (steps: readonly Step[]): AssistantId[] =>
  allSteps(steps).flatMap((step) => contractOf(step).asks?.(step) ?? []);

/** The face that an automation is shown with: the teammate who is asked first, or else the one who says something. */
export function faceOf({ trigger, steps }: Definition): AssistantId {
  const [asked] = teammatesAsked(steps);
  const [named] = allSteps(steps).flatMap((step) => ('assistantId' in step ? step.assistantId : []));
  return asked ?? named ?? (trigger.kind === 'chat' ? trigger.assistantId : null) ?? 'brain_ai';
}

/** The event that starts it, as the table of automations has it: `answer seomi`, `conversation` for any teammate, or `fact`; null if none does. */
export function eventOf(trigger: Trigger): string | null {
  if (trigger.kind === 'brain') return trigger.on;
  if (trigger.kind !== 'chat') return null;
  return trigger.assistantId === null ? trigger.on : `${trigger.on} ${trigger.assistantId}`;
}
