import { z } from 'zod';
import { approve, approveSchema } from './steps/approve.ts';
import { ask, askSchema } from './steps/ask.ts';
import { condition, conditionSchema } from './steps/condition.ts';
import { email, emailSchema } from './steps/email.ts';
import { loop, loopSchema } from './steps/loop.ts';
import { note, noteSchema } from './steps/note.ts';
import { notify, notifySchema } from './steps/notify.ts';
import { post, postSchema } from './steps/post.ts';
import { search, searchSchema } from './steps/search.ts';
import type { StepContract } from './steps/step-contract.ts';
import { template, templateSchema } from './steps/template.ts';
import { wait, waitSchema } from './steps/wait.ts';
import { webhook, webhookSchema } from './steps/webhook.ts';

/** The steps that have no steps inside them. */
const leaves = [
  askSchema,
  templateSchema,
  searchSchema,
  waitSchema,
  emailSchema,
  webhookSchema,
  noteSchema,
  postSchema,
  notifySchema,
  approveSchema,
] as const;
/** `child` is the schema of the steps inside conditions and loops. */
const anyStepSchema = <T extends z.ZodType>(child: T) =>
  z.discriminatedUnion('kind', [...leaves, conditionSchema(child), loopSchema(child)]);

// Marked as pure, so that the editor, which only needs the contracts, loads no schema.
const leafSchema = z.discriminatedUnion('kind', leaves);
const innerSchema = /* @__PURE__ */ anyStepSchema(leafSchema);
const outerSchema = /* @__PURE__ */ anyStepSchema(innerSchema);

export type ActionStep = z.infer<typeof leafSchema>;
type Condition = Omit<Extract<z.infer<typeof outerSchema>, { kind: 'condition' }>, 'then' | 'otherwise'> & {
  then: Step[];
  otherwise: Step[];
};
type Loop = Omit<Extract<z.infer<typeof outerSchema>, { kind: 'loop' }>, 'steps'> & { steps: Step[] };
export type Step = ActionStep | Condition | Loop;
export type StepKind = Step['kind'];
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;

/** Conditions and loops may hold each other once: deeper would be hard to follow. The type doesn't count, so that steps can be moved. */
export const stepSchema: z.ZodType<Step, Step> = outerSchema;

/** What both sides know about each kind of step. This doesn't compile if a kind is missing. */
const STEP_CONTRACTS: { [K in StepKind]: StepContract<StepOf<K>> } = {
  ask,
  template,
  search,
  wait,
  email,
  webhook,
  note,
  post,
  notify,
  approve,
  condition,
  loop,
};

/** All kinds of steps. */
export const STEP_KINDS = Object.keys(STEP_CONTRACTS) as StepKind[]; // reason: the keys of STEP_CONTRACTS

export const contractOfKind = (kind: StepKind): StepContract<Step> =>
  STEP_CONTRACTS[kind] as unknown as StepContract<Step>; // reason: each kind’s contract takes steps of its kind

export const contractOf = (step: Step): StepContract<Step> => contractOfKind(step.kind);
