import { z } from 'zod';

/** The format of a request to find facts in a document or page, shared by the code that writes it and the sandbox, which answers it. */

/** The first sentence of the instructions. */
export const SOURCE_LEARNING_TASK =
  'You find lasting facts about a business in parts of a document that its owner added.';

const requestSchema = z.object({
  /** ISO 8601 day in the owner's time zone. */
  today: z.string(),
  /** Facts that the document may be about. */
  knownFacts: z.array(z.object({ number: z.int(), kind: z.string(), subject: z.string(), statement: z.string() })),
  document: z.object({
    name: z.string(),
    /** Parts of it, with the headings above each. */
    parts: z.array(z.object({ headings: z.array(z.string()), text: z.string() })),
  }),
});
export type SourceLearningRequest = z.infer<typeof requestSchema>;

/** As JSON, so that nothing in the texts can end them. */
export function writeSourceLearningRequest(request: SourceLearningRequest): string {
  return JSON.stringify(request);
}

/** Reads it back; null if it isn't one. */
export function readSourceLearningRequest(text: string): SourceLearningRequest | null {
  try {
    const parsed = requestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
