import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { emailSchema } from '../account/auth.ts';
import { oneLine } from '../quoted-name.ts';
import {
  APPROVAL_REASON_MAX,
  APPROVED_TEXT_MAX,
  AUTOMATION_DESCRIPTION_MAX,
  AUTOMATION_NAME_MAX,
  LIST_VALUE_MAX,
  STEP_TEXT_MAX,
} from './automation-limits.ts';
import { definitionSchema } from './definition.ts';
import { FIELD_NAME, STEP_ID } from './values.ts';

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please keep this to ${max} characters.`)
    .regex(/^[^\r\n]*$/, 'Please keep this to one line.')
    .overwrite(oneLine);
const name = line(AUTOMATION_NAME_MAX).min(1, 'Please give the automation a name.');
const description = line(AUTOMATION_DESCRIPTION_MAX);
const automationId = idSchema;
const slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

export const oneAutomationSchema = z.object({ automationId });
/** `id` is made by the client, so that creating twice makes one. Without a template or a definition, it starts empty. */
export const createAutomationSchema = z.object({
  id: idSchema,
  name: name.optional(),
  description: description.optional(),
  templateId: slug.optional(),
  definition: definitionSchema.optional(),
});
/** `revision` is that of the draft that was edited, so that no tab overwrites what it didn't see. */
export const saveDraftSchema = z.object({
  automationId,
  revision: z.int32().min(1),
  name,
  description,
  definition: definitionSchema,
});
export const setOnSchema = z.object({ automationId, isOn: z.boolean() });
export const restoreVersionSchema = z.object({ automationId, version: z.int32().min(1) });
export const duplicateAutomationSchema = z.object({ id: idSchema, automationId });
export const pauseAllSchema = z.object({ isPaused: z.boolean() });
/** Minutes that one run saves its owner, as the owner says. */
export const setMinutesSavedSchema = z.object({ automationId, minutes: z.int().min(0).max(600) });
/** After a downgrade: which ones stay on. */
export const chooseActiveSchema = z.object({ automationIds: z.array(idSchema).min(1).max(LIST_VALUE_MAX) });

export const listRunsSchema = z.strictObject({
  automationId: z.optional(automationId),
  cursor: z.optional(idSchema),
  /** Lists that load page by page send it along. There is one direction. */
  direction: z.literal('forward').optional(),
});
export const oneRunSchema = z.object({ runId: idSchema });
/** What a form gets: texts by the names of its fields. */
export const formValuesSchema = z
  .record(z.string().regex(FIELD_NAME), z.string().max(STEP_TEXT_MAX))
  .refine((values) => Object.keys(values).length <= LIST_VALUE_MAX);
export const startRunSchema = z.object({ id: idSchema, automationId, form: formValuesSchema });
/** What the owner says about a step that was cut off. */
export const settleUnknownSchema = z.object({ runId: idSchema, outcome: z.enum(['happened', 'repeat', 'skip']) });

export const answerApprovalSchema = z.object({
  approvalId: idSchema,
  answer: z.enum(['approve', 'refuse']),
  /** The owner's own version; without one, the text stays as it is. */
  text: z.string().max(APPROVED_TEXT_MAX).optional(),
  reason: line(APPROVAL_REASON_MAX).optional(),
});
/** An answer through the link in the email, which can't change the text. */
export const answerLinkSchema = answerApprovalSchema.pick({ answer: true, reason: true });
export const oneApprovalSchema = z.object({ approvalId: idSchema });
export const approvalEmailsSchema = z.object({ isOn: z.boolean() });

export const recipientSchema = z.object({ email: emailSchema });
export const tryStepSchema = z.object({
  automationId,
  stepId: z.string().regex(STEP_ID),
  definition: definitionSchema,
});
export const describeSchema = z.object({
  text: z.string().trim().min(3, 'Please describe what it should do.').max(1_000),
  /** Without one, a new automation is drafted. */
  automationId: z.optional(automationId),
});
/** `id` is made by the client, so that asking twice is one rehearsal. */
export const startRehearsalSchema = z.object({ id: idSchema, automationId });
