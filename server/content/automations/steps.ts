import type { StepOf } from '#contract/automations/steps.ts';
import type { Field, Trigger } from '#contract/automations/triggers.ts';
import type { ValueKind } from '#contract/automations/values.ts';
import type { Schedule } from '#contract/automations/schedules.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';

// The triggers and steps that our templates are made of, with what they have in common.

export const field = (name: string, label: string, kind: ValueKind = 'text'): Field => ({ name, label, kind });

export const byHand = (...form: Field[]): Trigger => ({ kind: 'manual', form });

/** Replaced by the owner's time zone when someone starts from the template. */
export const onSchedule = (schedule: Schedule): Trigger => ({
  kind: 'schedule',
  schedule,
  timeZone: 'UTC',
  missed: 'run_once',
});

/** Without parts, the answer is one text. */
export const ask = (id: string, assistantId: AssistantId, prompt: string, ...parts: Field[]): StepOf<'ask'> => ({
  kind: 'ask',
  id,
  assistantId,
  prompt,
  parts,
});

/** Without an answer in time, nothing is sent. */
export const approve = (id: string, title: string, text: string, hours = 48): StepOf<'approve'> => ({
  kind: 'approve',
  id,
  title,
  text,
  deadline: { kind: 'hours', hours },
  ifLate: 'skip',
});

export const emailMe = (id: string, subject: string, body: string): StepOf<'email'> => ({
  kind: 'email',
  id,
  to: 'me',
  subject,
  body,
});

export const waitDays = (id: string, days: number): StepOf<'wait'> => ({
  kind: 'wait',
  id,
  until: { kind: 'duration', minutes: days * 24 * 60 },
});
