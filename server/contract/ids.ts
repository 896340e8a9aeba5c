import { z } from 'zod';

/** An id that comes from outside, in the one spelling that the database uses: as text, an upper-case one would be another id. */
export const idSchema = z.uuid().toLowerCase();
