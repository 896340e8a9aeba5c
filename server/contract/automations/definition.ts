import { z } from 'zod';
import { allSteps } from './all-steps.ts';
import { DEFINITION_BYTES_MAX, STEPS_MAX } from './automation-limits.ts';
import { bytesIn } from '../templates/template-files.ts';
import { stepSchema } from './steps.ts';
import { triggerSchema } from './triggers.ts';

/** What an automation does: one version of it. */
export const definitionSchema = z
  .object({
    trigger: triggerSchema,
    steps: z.array(stepSchema).max(STEPS_MAX, `An automation has at most ${STEPS_MAX} steps.`),
    /** Whether a new run waits until the one before has ended. One that waits for a time or a person hasn't ended. */
    oneAtATime: z.boolean().optional(),
  })
  .superRefine(({ steps }, context) => {
    const ids = allSteps(steps).map((step) => step.id);
    if (ids.length > STEPS_MAX)
      context.addIssue({ code: 'custom', message: `An automation has at most ${STEPS_MAX} steps.`, path: ['steps'] });
    if (new Set(ids).size < ids.length)
      context.addIssue({ code: 'custom', message: 'Two steps have the same id.', path: ['steps'] });
  })
  .refine((definition) => bytesIn(JSON.stringify(definition)) <= DEFINITION_BYTES_MAX, {
    error: 'These steps are too long together. Please shorten their texts.',
  });
export type Definition = z.infer<typeof definitionSchema>;
