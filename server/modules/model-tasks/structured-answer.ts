import { z } from 'zod';
import { UnreadableAnswer } from '#server/prompts/model-task.ts';

/** A longer answer isn't read. */
const ANSWER_CHARACTERS = 100_000;

/**
 * The JSON Schema of an answer. Providers accept one only without bounds and defaults; ours apply when the answer is
 * read.
 */
export const jsonSchemaOf = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      for (const key of [
        'minLength',
        'maxLength',
        'maxItems',
        'minimum',
        'maximum',
        'pattern',
        'format',
        'default',
      ] as const)
        delete jsonSchema[key];
    },
  });

/** A text without anything that a table can't hold or a screen would obey. */
const inOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();

/** The object in an answer: what stands around it, such as thoughts and a code fence, is left out. */
function objectIn(answer: string): string {
  const text = answer.slice(answer.lastIndexOf('</think>') + 1);
  return text.slice(Math.max(text.indexOf('{'), 0), text.lastIndexOf('}') + 1);
}

/**
 * The object that the model was asked for. Throws UnreadableAnswer if it returned something else, which never counts as an empty answer.
 * `clean` is done to each text in it.
 */
export function readStructured<T>(
  answer: string,
  schema: z.ZodType<T>,
  clean: (text: string) => string = inOneLine,
): T {
  if (answer.length > ANSWER_CHARACTERS) throw new UnreadableAnswer('the model’s answer is too long');
  let found: unknown;
  try {
    found = JSON.parse(objectIn(answer), (_, value: unknown) => (typeof value === 'string' ? clean(value) : value));
  } catch {
    throw new UnreadableAnswer('the model’s answer is not JSON');
  }
  const parsed = schema.safeParse(found);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnreadableAnswer(`the model’s answer has another form: ${issue?.path.join('.')} ${issue?.code}`);
}
