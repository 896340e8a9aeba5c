import type { z } from 'zod';

/** The value of a JSON text; null if the text is no JSON or has another form. */
export function readJson<Value>(text: string | undefined, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}
