import { z } from 'zod';

/** The format of a request to find facts in a message, shared by the code that writes it and the sandbox, which answers it. */

/** The first sentence of the instructions. */
export const LEARNING_TASK = 'You find lasting facts about a business in one message of its owner.';

const knownFactSchema = z.object({ number: z.int(), kind: z.string(), subject: z.string(), statement: z.string() });
const requestSchema = z.object({
  /** ISO 8601 day in the owner's time zone. */
  today: z.string(),
  /** Facts that the message may be about. */
  knownFacts: z.array(knownFactSchema),
  /** The end of what the teammate had said before: context, and never a source. */
  teammateSaid: z.string(),
  ownerSaid: z.string(),
});
export type LearningRequest = z.infer<typeof requestSchema>;

/** As JSON, so that nothing in the texts can end them. */
export function writeLearningRequest(request: LearningRequest): string {
  return JSON.stringify(request);
}

/** Reads it back; null if it isn't one. */
export function readLearningRequest(text: string): LearningRequest | null {
  try {
    const parsed = requestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
