import { z } from 'zod';

/** The format of a request to find blanks in an answer, shared by the code that writes it and the sandbox, which answers it. */

/** The first sentence of the instructions. */
export const TEMPLATE_TASK = 'You turn a text that the owner of a business wants to use again into a template.';

const requestSchema = z.object({ text: z.string() });

/** As JSON, so that nothing in the text can end it. */
export function writeTemplateRequest(text: string): string {
  return JSON.stringify({ text });
}

/** Reads the text back; null if it isn't such a request. */
export function readTemplateRequest(request: string): string | null {
  try {
    const parsed = requestSchema.safeParse(JSON.parse(request));
    return parsed.success ? parsed.data.text : null;
  } catch {
    return null;
  }
}
