import { parse, YAMLError } from 'yaml';
import { z } from 'zod';
import { assistantIdSchema } from '#contract/chat/assistants.ts';
import { ZOD_MESSAGES } from '#server/lib/validation-messages.ts';

function text(least: number, most: number) {
  const error = ({ input }: { input?: unknown }) =>
    `is ${String(input).length} characters long; it must be ${least} to ${most}`;
  return z
    .string('must be a text')
    .min(least, { error })
    .max(most, { error })
    .refine((value) => value === value.trim(), 'starts or ends with a space');
}

const isWithoutDoubles = (list: string[]) => new Set(list.map((value) => value.toLowerCase())).size === list.length;

function texts(least: number, most: number) {
  const error = `must have ${least} to ${most} entries`;
  return z
    .array(text(2, 60), 'must be a list of texts')
    .min(least, error)
    .max(most, error)
    .refine(isWithoutDoubles, 'contains a duplicate');
}

/** The exact front matter of an article: every field is required and unknown fields are rejected. */
const headSchema = z.strictObject({
  title: text(5, 70),
  excerpt: text(80, 180),
  metaDescription: text(110, 158),
  author: z.enum(assistantIdSchema.options, "isn't an assistant"),
  publishedAt: z.iso.date('must be a day, as 2026-11-14'),
  tags: texts(1, 6),
  seoKeywords: texts(3, 8),
  featured: z.boolean('must be true or false'),
  callToAction: text(3, 40),
});
export type ArticleHead = z.infer<typeof headSchema>;

/** The front matter of an article, or one sentence for each thing that is wrong with it. */
export function readHead(head: string): ArticleHead | string[] {
  let fields: unknown;
  try {
    fields = parse(head);
  } catch (error) {
    if (error instanceof YAMLError)
      return [`the part between the lines of --- isn't valid YAML: ${error.message.split('\n')[0]}`];
    throw error;
  }
  const result = headSchema.safeParse(fields, ZOD_MESSAGES);
  if (result.success) return result.data;
  return result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key}: unknown field`)
      : [`${issue.path.join('.') || 'the part between the lines of ---'}: ${issue.message}`],
  );
}
