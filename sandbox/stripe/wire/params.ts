import { z } from 'zod';
import type { Form } from './form.ts';
import { StripeProblem } from './stripe-problem.ts';

export const text = z.string().max(5_000);
export const int = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: (issue) => `Invalid integer: ${String(issue.input)}` })
  .transform(Number);
export const decimal = z
  .string()
  .regex(/^-?\d{1,15}(?:\.\d{1,12})?$/, { error: (issue) => `Invalid decimal: ${String(issue.input)}` })
  .transform(Number);
export const bool = z
  .enum(['true', 'false'], { error: (issue) => `Invalid boolean: ${String(issue.input)}` })
  .transform((value) => value === 'true');

/** An empty value unsets what was there. */
export function emptyable<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? null : value), schema.nullable());
}

const metadataShape = z.record(
  z.string().max(40, 'Metadata keys may have at most 40 characters.'),
  z.string().max(500),
);
export const metadata = emptyable(metadataShape).optional();
export const list = <T extends z.ZodType>(item: T) => z.array(item).max(100);
export const created = z
  .union([int, z.strictObject({ gt: int.optional(), gte: int.optional(), lt: int.optional(), lte: int.optional() })])
  .optional();
export const address = emptyable(
  z.strictObject({
    line1: text.optional(),
    line2: text.optional(),
    city: text.optional(),
    state: text.optional(),
    postal_code: text.optional(),
    country: text.optional(),
  }),
);
export const paging = {
  limit: int.refine((limit) => limit >= 1 && limit <= 100, 'This value must be between 1 and 100.').optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};
export const nothing = z.strictObject({});

/** New metadata on top of old: an empty value removes its key, an empty whole removes all. */
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
  if (issue.code === 'invalid_type' && issue.expected === 'array') return new StripeProblem('Invalid array', { param });
  if (issue.code === 'invalid_type' && issue.expected === 'object')
    return new StripeProblem('Invalid object', { param });
  return new StripeProblem(issue.message, { param });
}

/** The parameters as the schema knows them. What it does not know is refused, as Stripe refuses it. */
export function readParams<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const parsed = schema.safeParse(form, { reportInput: true });
  if (parsed.success) return parsed.data;
  // An unknown name explains a missing one, so it is told first.
  const issues = parsed.error.issues;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  throw issue ? problemOf(issue) : new StripeProblem('Invalid request.');
}
