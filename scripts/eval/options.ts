import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';
import { TASK_NAMES } from './tasks/eval-task.ts';

export const USAGE = `Usage: npm run eval -- <what> [options]
  answers [assistant ...]   how the assistants answer; without a name, all of them
  learn                     facts learned from messages
  summary                   summaries of conversations
  automation                automations drafted from a sentence
  blanks                    blanks found in a text that becomes a template
  image                     descriptions of pictures
  agreement                 how far two readers agree on what is to be learned; asks no model
  pairs                     what becomes of two facts that are learned one after the other; asks no model
  secrets                   secrets that are found, and lookalikes that pass; asks no model
  talk                      what is remembered, corrected and forgotten because the owner asks for it

  --verbose          each failure, except in held-out cases
  --min 0.9          fail if a score is lower
  --concurrency 4    requests at a time
  --timeout 120      seconds that one answer may take
  --yes              skip the cost confirmation
  --scripted         scripted answers instead of a model, to check the scoring (not for answers)
  --without WORDS    leave out the lines of the instructions that contain these words (not for answers)
Assistants: ${ASSISTANT_IDS.join(', ')}.`;

const EVALUATIONS = ['answers', ...TASK_NAMES, 'agreement', 'pairs', 'secrets', 'talk'] as const;

const optionsSchema = z
  .strictObject({
    what: z.enum(EVALUATIONS),
    assistants: z.array(z.enum(ASSISTANT_IDS)),
    isVerbose: z.boolean(),
    min: z.nullable(z.coerce.number().min(0).max(1)),
    concurrency: z.coerce.number().int().min(1).max(32),
    timeoutMs: z.coerce
      .number()
      .min(1)
      .max(3_600)
      .transform((seconds) => seconds * 1_000),
    isConfirmed: z.boolean(),
    isScripted: z.boolean(),
    without: z.nullable(z.string().min(1)),
  })
  .refine(({ what, assistants }) => what === 'answers' || assistants.length === 0)
  .refine(({ what, isScripted, without }) => what !== 'answers' || (!isScripted && without === null));
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
        yes: { type: 'boolean', default: false },
        scripted: { type: 'boolean', default: false },
        without: { type: 'string' },
      },
    });
    const [what, ...assistants] = positionals;
    const { verbose, min, concurrency, timeout, yes, scripted, without } = values;
    const options = {
      what,
      assistants,
      isVerbose: verbose,
      min: min ?? null,
      concurrency,
      timeoutMs: timeout,
      isConfirmed: yes,
      isScripted: scripted,
      without: without ?? null,
    };
    return optionsSchema.safeParse(options).data ?? null;
  } catch {
    // parseArgs throws on an option it doesn't know.
    return null;
  }
}
