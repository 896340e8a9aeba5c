import { z } from 'zod';

/** The format of a request to summarize a conversation, shared by the code that writes it and the sandbox, which answers it. */

/** The first sentence of the instructions. */
export const SUMMARY_TASK = 'You keep the summary of a conversation between the owner of a business and a teammate.';

const requestSchema = z.object({
  /** What was said before these messages, or empty. */
  summarySoFar: z.string(),
  messages: z.array(z.object({ from: z.enum(['owner', 'teammate']), text: z.string() })),
});
export type SummaryRequest = z.infer<typeof requestSchema>;

/** As JSON, so that nothing in the texts can end them. */
export function writeSummaryRequest(request: SummaryRequest): string {
  return JSON.stringify(request);
}

/** Reads it back; null if it isn't one. */
export function readSummaryRequest(text: string): SummaryRequest | null {
  try {
    const parsed = requestSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
