import { z } from 'zod';
import { ASSISTANT_IDS } from '../chat/assistants.ts';
import {
  LIST_VALUE_MAX,
  LOOP_ITEMS_MAX,
  PARTS_MAX,
  STEPS_MAX,
  STEP_TEXT_MAX,
  WAIT_MAX_MINUTES,
} from './automation-limits.ts';
import { timeOfDaySchema } from './schedules.ts';
import { fieldSchema } from './triggers.ts';
import { FIELD_NAME, REFERENCE, STEP_ID } from './values.ts';

// A draft is saved while it is being written, so these check form and size only. `findProblems` says what is missing.

const id = z.string().regex(STEP_ID);
/** A text with values in it, as `{{step.field}}`. */
const text = z.string().max(STEP_TEXT_MAX);
const line = z.string().max(300);
const assistantId = z.enum(ASSISTANT_IDS);
/** `step.field`, or empty while none was chosen. */
const reference = z.union([z.string().regex(REFERENCE), z.literal('')]);

/** What a condition asks about a value. */
export const TESTS = ['is', 'is_not', 'contains', 'more_than', 'less_than', 'is_empty', 'is_not_empty'] as const;
export type Test = (typeof TESTS)[number];
/** What happens without an answer in time. */
export const DEADLINE_CHOICES = ['skip', 'approve', 'refuse'] as const;

const leaves = [
  /** A teammate answers: one text, or named parts. Costs one message. Returns `answer`, or the parts. */
  z.object({
    kind: z.literal('ask'),
    id,
    assistantId,
    prompt: text,
    /** Empty: the answer is one text. */
    parts: z.array(fieldSchema).max(PARTS_MAX),
  }),
  /** A template is filled in. Costs one use. Returns `subject` and `text`. */
  z.object({
    kind: z.literal('template'),
    id,
    templateId: z.string().max(60),
    /** Texts by the names of blanks. Blanks that aren't here are filled in from facts, as on the template's page. */
    values: z
      .record(z.string().regex(FIELD_NAME), text)
      .refine((values) => Object.keys(values).length <= LIST_VALUE_MAX),
  }),
  /** What the Brain knows about something. Returns `found`, `facts` (a list) and `count`. */
  z.object({ kind: z.literal('search'), id, query: line }),
  /** Returns nothing. */
  z.object({
    kind: z.literal('wait'),
    id,
    until: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('duration'), minutes: z.int().min(1).max(WAIT_MAX_MINUTES) }),
      /** The next time it is this late in the owner's time zone. */
      z.object({ kind: z.literal('time'), time: timeOfDaySchema }),
      /** Only if it is quiet now: until `to`. */
      z.object({ kind: z.literal('quiet_hours'), from: timeOfDaySchema, to: timeOfDaySchema }),
    ]),
  }),
  /** To the owner (`me`) or to an address that was confirmed. */
  z.object({
    kind: z.literal('email'),
    id,
    to: z.union([z.literal('me'), z.string().max(254)]),
    subject: line,
    body: text,
  }),
  /**
   * A signed POST with these fields as JSON. Returns `status` and `response`. `recognizesRepeats`: the other side promises to do what has
   * the same Idempotency-Key once, so a call that was cut off is made again.
   */
  z.object({
    kind: z.literal('webhook'),
    id,
    url: z.string().max(2_000),
    fields: z.array(z.object({ name: z.string().max(60), value: text })).max(20),
    recognizesRepeats: z.boolean(),
  }),
  /** A fact for the Brain, as the automation's suggestion. */
  z.object({ kind: z.literal('note'), id, text }),
  /** The text becomes a message of this teammate in the automation's own conversation. */
  z.object({ kind: z.literal('post'), id, assistantId, text }),
  /** In the bell. */
  z.object({ kind: z.literal('notify'), id, text: line }),
  /** The owner approves, edits or refuses a text. Returns `text` as it was approved. */
  z.object({
    kind: z.literal('approve'),
    id,
    title: line,
    text,
    deadline: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('hours'),
        hours: z
          .int()
          .min(1)
          .max(24 * 30),
      }),
      z.object({ kind: z.literal('time'), time: timeOfDaySchema }),
    ]),
    ifLate: z.enum(DEADLINE_CHOICES),
  }),
] as const;

const containers = <T extends z.ZodType>(child: T) =>
  [
    /** If it holds, the steps in `then` run; if not, those in `otherwise`. After that the run continues, or ends if it didn't hold and `stops` is set. */
    z.object({
      kind: z.literal('condition'),
      id,
      value: reference,
      test: z.enum(TESTS),
      than: line,
      then: z.array(child).max(STEPS_MAX),
      otherwise: z.array(child).max(STEPS_MAX),
      stops: z.boolean(),
    }),
    /** Carries out its steps for each item of a list. They find it as `item`, and its place, from 1, as `number`. */
    z.object({
      kind: z.literal('loop'),
      id,
      over: reference,
      max: z.int().min(1).max(LOOP_ITEMS_MAX),
      steps: z.array(child).max(STEPS_MAX),
    }),
  ] as const;

const leafSchema = z.discriminatedUnion('kind', leaves);
const innerSchema = z.discriminatedUnion('kind', [...leaves, ...containers(leafSchema)]);
const outerSchema = z.discriminatedUnion('kind', [...leaves, ...containers(innerSchema)]);

export type LeafStep = z.infer<typeof leafSchema>;
type Condition = Omit<Extract<z.infer<typeof outerSchema>, { kind: 'condition' }>, 'then' | 'otherwise'> & {
  then: Step[];
  otherwise: Step[];
};
type Loop = Omit<Extract<z.infer<typeof outerSchema>, { kind: 'loop' }>, 'steps'> & { steps: Step[] };
export type Step = LeafStep | Condition | Loop;
export type StepKind = Step['kind'];
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;

/** Conditions and loops may hold each other once: deeper would be hard to follow. The type doesn't count, so that steps can be moved. */
export const stepSchema: z.ZodType<Step, Step> = outerSchema;
