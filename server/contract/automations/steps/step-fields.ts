import { z } from 'zod';
import { ASSISTANT_IDS } from '../../chat/assistants.ts';
import { STEP_TEXT_MAX } from '../automation-limits.ts';
import { REFERENCE, STEP_ID } from '../values.ts';

// What the schemas of steps are made of. A draft is saved while it is being written, so they check form and size only;
// `findProblems` says what is missing.

export const stepId = z.string().regex(STEP_ID);
/** A text with values in it, as `{{step.field}}`. */
export const stepText = z.string().max(STEP_TEXT_MAX);
export const stepLine = z.string().max(300);
export const teammate = z.enum(ASSISTANT_IDS);
/** `step.field`, or empty while none was chosen. */
export const reference = z.union([z.string().regex(REFERENCE), z.literal('')]);

/**
 * What to do with a value that's missing, unreadable or incomparable: stop the run, or count it as no, or as an empty
 * list. Definitions saved before this choice have no value here and keep their old behavior.
 */
export const ifUnknown = z.enum(['stop', 'no']).optional();
