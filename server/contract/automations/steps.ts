import { z } from 'zod';
import { approveSchema } from './steps/approve.ts';
import { askSchema } from './steps/ask.ts';
import { conditionSchema } from './steps/condition.ts';
import { emailSchema } from './steps/email.ts';
import { loopSchema } from './steps/loop.ts';
import { noteSchema } from './steps/note.ts';
import { notifySchema } from './steps/notify.ts';
import { postSchema } from './steps/post.ts';
import { searchSchema } from './steps/search.ts';
import { templateSchema } from './steps/template.ts';
import { waitSchema } from './steps/wait.ts';
import { webhookSchema } from './steps/webhook.ts';

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
const containers = <T extends z.ZodType>(child: T) => [conditionSchema(child), loopSchema(child)] as const;

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
