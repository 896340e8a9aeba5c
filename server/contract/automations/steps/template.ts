import { z } from 'zod';
import { PREMIUM_TEMPLATES_TIER } from '../../billing/limits.ts';
import { isAtLeast } from '../../billing/tiers.ts';
import { LIST_VALUE_MAX } from '../automation-limits.ts';
import { chip, missing, words } from '../sentence-pieces.ts';
import { FIELD_NAME } from '../values.ts';
import { createAvailableValue, isBlank, plainSentence, type StepContract } from './step-contract.ts';
import { stepId, stepText } from './step-fields.ts';

/** A template is filled in. Costs one use. Returns `subject` and `text`. */
export const templateSchema = z.object({
  kind: z.literal('template'),
  id: stepId,
  templateId: z.string().max(60),
  /** Texts by the names of blanks. Blanks that aren't here are filled in from facts, as on the template's page. */
  values: z
    .record(z.string().regex(FIELD_NAME), stepText)
    .refine((values) => Object.keys(values).length <= LIST_VALUE_MAX),
  /** A number that can't be read stops the run. Steps saved before numbers were read strictly have no value here. */
  ifUnknown: z.literal('stop').optional(),
});

/** Why a step can't fill in the template that it names. */
export const TEMPLATE_GONE = 'This template isn’t here anymore.';

export const template: StepContract<z.infer<typeof templateSchema>> = {
  sentence: ({ templateId }, { names }) => {
    const name = names.templates ? (names.templates[templateId] ?? '') : templateId;
    return plainSentence(words('Fill in the template '), name === '' ? missing('choose one') : chip(name));
  },
  title: ({ templateId }, names) => names.templates?.[templateId] ?? 'Fill in a template',
  missing: ({ templateId }) => (isBlank(templateId) ? 'Choose a template.' : null),
  problem: ({ templateId }, { owner: { tier, templates } }) => {
    if (!templates) return null;
    const found = templates.find(({ id }) => id === templateId.toLowerCase());
    if (!found) return { text: TEMPLATE_GONE, fix: null };
    if (!found.isPremium || isAtLeast(tier, PREMIUM_TEMPLATES_TIER)) return null;
    return { text: 'This template isn’t in your plan.', fix: 'upgrade' };
  },
  yields: ({ id }) => [createAvailableValue(id, 'text', 'Text'), createAvailableValue(id, 'subject', 'Subject')],
  replace: (step, { text }) => ({
    ...step,
    values: Object.fromEntries(Object.entries(step.values).map(([name, value]) => [name, text(value)])),
  }),
  usesTemplates: true,
  canBeTried: true,
};
