import { z } from 'zod';

/**
 * An id that comes from outside, in the one spelling that the database uses: compared as text, an uppercase id would be
 * a different one. Write `z.optional(idSchema)`, not `idSchema.optional()`: the build knows only calls on `z` as
 * pure, and would load zod on every page.
 */
export const idSchema = z.uuid().toLowerCase();
