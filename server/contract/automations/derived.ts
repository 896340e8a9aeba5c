import type { AssistantId } from '../chat/assistants.ts';
import { allSteps } from './all-steps.ts';
import type { Definition } from './definition.ts';
import type { Trigger } from './triggers.ts';

/** The face that an automation is shown with: the teammate who is asked first, or else the one who says something. */
export function faceOf({ trigger, steps }: Definition): AssistantId {
  const all = allSteps(steps);
  const asked = all.find((step) => step.kind === 'ask') ?? all.find((step) => step.kind === 'post');
  return asked?.assistantId ?? (trigger.kind === 'chat' ? trigger.assistantId : null) ?? 'brain_ai';
}

/** The event that starts it, as the table of automations has it: `answer seomi`, `conversation` for any teammate, or `fact`; null if none does. */
export function eventOf(trigger: Trigger): string | null {
  if (trigger.kind === 'brain') return trigger.on;
  if (trigger.kind !== 'chat') return null;
  return trigger.assistantId === null ? trigger.on : `${trigger.on} ${trigger.assistantId}`;
}
