import { z } from 'zod';

/**
 * An id that comes from outside, in the one spelling that the database uses: as text, an upper-case one would be another id. Write
 * `z.optional(idSchema)`, not `idSchema.optional()`: the build only knows that calls on `z` are pure, and a page would load zod for it.
 */
export const idSchema = z.uuid().toLowerCase();
