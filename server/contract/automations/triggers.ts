import { z } from 'zod';
import { ASSISTANT_IDS } from '../chat/assistants.ts';
import { CALL_FIELDS_MAX, PARTS_MAX } from './automation-limits.ts';
import { scheduleSchema } from './schedules.ts';
import { FIELD_NAME, VALUE_KINDS } from './values.ts';

/** A field of a form, or a part of a teammate's answer. */
export const fieldSchema = z.object({
  name: z.string().regex(FIELD_NAME),
  label: z.string().trim().max(40),
  kind: z.enum(VALUE_KINDS),
});
export type Field = z.infer<typeof fieldSchema>;

/** A field that calls bring. `items`: it's a list of objects, which have these fields. */
const callFieldSchema = fieldSchema.extend({ items: z.array(fieldSchema).max(CALL_FIELDS_MAX).optional() });
export type CallField = z.infer<typeof callFieldSchema>;

/** What automations can start from in the Brain: a new fact, or a document or page that was read. */
export const BRAIN_EVENTS = ['fact', 'source'] as const;

/** What becomes of a time that passed while nothing could run: run once, late, or leave it out. */
export const MISSED_CHOICES = ['run_once', 'skip'] as const;

/** What starts an automation. */
export const triggerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('schedule'),
    schedule: scheduleSchema,
    /** An IANA time zone name. */
    timeZone: z.string().max(60),
    missed: z.enum(MISSED_CHOICES),
  }),
  /** A call to the automation's own address, with its secret in a header or as the key of a signature. */
  z.object({
    kind: z.literal('webhook'),
    check: z.enum(['secret', 'signature']),
    /** What its calls have brought so far. */
    fields: z.array(callFieldSchema).max(CALL_FIELDS_MAX).optional(),
  }),
  /** A new conversation with a teammate, or an answer; null means any teammate. */
  z.object({
    kind: z.literal('chat'),
    on: z.enum(['conversation', 'answer']),
    assistantId: z.enum(ASSISTANT_IDS).nullable(),
  }),
  /** Something was added to the Brain. */
  z.object({ kind: z.literal('brain'), on: z.enum(BRAIN_EVENTS) }),
  /** By hand, with what the form asks for. */
  z.object({ kind: z.literal('manual'), form: z.array(fieldSchema).max(PARTS_MAX) }),
]);
export type Trigger = z.infer<typeof triggerSchema>;
export type TriggerKind = Trigger['kind'];
export const TRIGGER_KINDS = ['schedule', 'webhook', 'chat', 'brain', 'manual'] as const satisfies TriggerKind[];
