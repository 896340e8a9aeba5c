import { z } from 'zod';
import { ZOD_MESSAGES } from '#server/lib/validation-messages.ts';
import type { Form } from './form.ts';
import { StripeProblem } from './stripe-problem.ts';

export const text = z.string().max(5_000);
export const int = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: (issue) => `Invalid integer: ${String(issue.input)}` })
  .transform(Number);
export const bool = z
  .enum(['true', 'false'], { error: (issue) => `Invalid boolean: ${String(issue.input)}` })
  .transform((value) => value === 'true');

/** An empty value unsets the field. */
export function emptyable<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullable());
}

const metadataShape = z.record(
  z.string().max(40, 'Metadata keys may have at most 40 characters.'),
  z.string().max(500),
);
export const metadata = emptyable(metadataShape).optional();
export const list = <T extends z.ZodType>(item: T) => z.array(item).max(100);
export const paging = {
  limit: int.refine((limit) => limit >= 1 && limit <= 100, 'This value must be between 1 and 100.').optional(),
  starting_after: text.optional(),
};
export const nothing = z.strictObject({});

/** Merges new metadata into the old: an empty value removes its key, an empty text removes all. */
export function mergeMetadata(
  before: Record<string, string>,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === undefined) return before;
  if (given === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''));
}

function nameOf(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ''}${rest.map((part) => `[${part}]`).join('')}`;
}

function oneOf(values: unknown[]): string {
  const names = values.map(String);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`;
}

function problemOf(issue: z.core.$ZodIssue): StripeProblem {
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? '']);
    return new StripeProblem(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (issue.input === undefined && issue.code !== 'custom')
    return new StripeProblem(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  if (issue.code === 'invalid_value' && issue.values.length > 0 && !issue.message.startsWith('Invalid boolean'))
    return new StripeProblem(`Invalid ${param}: must be one of ${oneOf(issue.values)}`, { param });
  if (issue.message.startsWith('Invalid integer'))
    return new StripeProblem(issue.message, { code: 'parameter_invalid_integer', param });
  return new StripeProblem(issue.message, { param });
}

/** The parameters that the schema knows. Unknown ones are refused, as at Stripe. */
export function readParams<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const parsed = schema.safeParse(form, { ...ZOD_MESSAGES, reportInput: true });
  if (parsed.success) return parsed.data;
  // An unknown name explains a missing one, so it's reported first.
  const issues = parsed.error.issues;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  throw issue ? problemOf(issue) : new StripeProblem('Invalid request.');
}
