import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';

export const USAGE = `Usage: npm run eval -- [options] [assistant ...]
  --verbose          each failure, with the answer
  --min 0.9          fail if an assistant passes a smaller share of its checks
  --concurrency 4    questions asked at a time
  --timeout 120      seconds that one answer may take
Assistants: ${ASSISTANT_IDS.join(', ')}. Without any, all of them.`;

const optionsSchema = z.strictObject({
  assistants: z.array(z.enum(ASSISTANT_IDS)),
  isVerbose: z.boolean(),
  min: z.nullable(z.coerce.number().min(0).max(1)),
  concurrency: z.coerce.number().int().min(1).max(32),
  timeoutMs: z.coerce
    .number()
    .min(1)
    .max(3_600)
    .transform((seconds) => seconds * 1_000),
});
export type EvalOptions = z.output<typeof optionsSchema>;

/** The options of a command line, or null if it can't be read. */
export function readOptions(args: string[]): EvalOptions | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        verbose: { type: 'boolean', default: false },
        min: { type: 'string' },
        concurrency: { type: 'string', default: '4' },
        timeout: { type: 'string', default: '120' },
      },
    });
    const { verbose, min, concurrency, timeout } = values;
    const options = { assistants: positionals, isVerbose: verbose, min: min ?? null, concurrency, timeoutMs: timeout };
    return optionsSchema.safeParse(options).data ?? null;
  } catch {
    // parseArgs throws on an option it doesn't know.
    return null;
  }
}
