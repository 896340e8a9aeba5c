import { z } from 'zod';
import { WEEKDAYS } from '../automations/schedule-words.ts';
import { factKindSchema } from '../brain/fact-schemas.ts';
import { oneLine } from '../quoted-name.ts';
import { BLANK_VALUE_MAX, isDay, NO_DAY } from './blank-values.ts';

export const LIST_ITEMS_MAX = 20;
export const BLANKS_MAX = 30;
/** All blanks of a template together, in bytes of JSON. */
export const BLANKS_BYTES_MAX = 30_000;
export const BLANK_LABEL_MAX = 40;
export const BLANK_HINT_MAX = 160;
export const CHOICES_MAX = 8;
const NUMBER_MAX = 1_000_000_000;

/** One line of text of at most `max` characters, without invisible ones. */
export const lineOf = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Please keep this to ${max} characters.`, abort: true })
    .regex(/^[^\r\n]*$/, 'Please keep this to one line.')
    .overwrite(oneLine);

export const blankNameSchema = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9_]{0,39}$/, 'A name starts with a lowercase letter and has only letters, digits and _.');

/** Fields of the profile that can fill in a blank. */
const BLANK_PROFILE_FIELDS = ['fullName', 'businessName', 'website'] as const;
export type BlankProfileField = (typeof BLANK_PROFILE_FIELDS)[number];

/**
 * Where a value may come from. `words` narrow down which facts of these kinds fit: those that have a word that begins
 * like one of them. `part` is what is taken of a fact; without it, a sentence is its statement, and anything shorter
 * its value. A blank that is affirmative takes none that say no: “We never discount” is no offer. A blank without a
 * source is always asked for. `sentence` is how a value that was typed is remembered, with the blanks that it names;
 * what isn't lasting, such as the day of one event, is remembered only if the owner asks for it.
 */
export const blankSourceSchema = z.union([
  z.object({ profile: z.enum(BLANK_PROFILE_FIELDS) }),
  z.object({
    factKinds: z.array(factKindSchema).min(1).max(6),
    words: z.optional(z.array(lineOf(40).min(1)).max(20)),
    part: z.optional(z.enum(['statement', 'subject', 'value'])),
    isAffirmative: z.optional(z.boolean()),
    sentence: z.optional(lineOf(160).min(1)),
    isLasting: z.optional(z.boolean()),
  }),
]);
export type BlankSource = z.infer<typeof blankSourceSchema>;

/** A day as `YYYY-MM-DD`. In a text it is written as `Saturday, November 28`, with its year unless that is clear. */
const dateValueSchema = z.string().refine(isDay, NO_DAY);

const common = {
  name: blankNameSchema,
  label: lineOf(BLANK_LABEL_MAX).min(1, 'Please give each blank a label.'),
  hint: lineOf(BLANK_HINT_MAX),
  isRequired: z.boolean(),
  from: z.optional(blankSourceSchema),
};

const textBlankSchema = z.object({
  ...common,
  kind: z.literal('text'),
  example: z.string().max(BLANK_VALUE_MAX),
  maxLength: z.int().min(1).max(BLANK_VALUE_MAX),
  /** Whether the value may have several lines. */
  isMultiline: z.optional(z.boolean()),
  /**
   * How the value ends: a sentence gets the period it lacks, a question its question mark, and a phrase loses the
   * period it has, because the text goes on after it. Where one begins a line or follows a sentence, it gets a capital
   * letter. Without this, the value is inserted as it was typed.
   */
  ending: z.optional(z.enum(['sentence', 'phrase', 'question'])),
});
const numberBlankSchema = z.object({
  ...common,
  kind: z.literal('number'),
  example: z.number().min(-NUMBER_MAX).max(NUMBER_MAX),
  min: z.number().min(-NUMBER_MAX).max(NUMBER_MAX),
  max: z.number().min(-NUMBER_MAX).max(NUMBER_MAX),
  /** A year in which something happened: a whole number, and none of the future. */
  isPastYear: z.optional(z.boolean()),
});
const dateBlankSchema = z.object({
  ...common,
  kind: z.literal('date'),
  example: dateValueSchema,
  /** The only day of the week that fits. */
  weekday: z.optional(z.enum(WEEKDAYS)),
  /** Whether it's still to come, and soon enough that it's clear without its year. */
  isUpcoming: z.optional(z.boolean()),
  /** The names of blanks with days between which this one has to be; each may be the same day. */
  notBefore: z.optional(blankNameSchema),
  notAfter: z.optional(blankNameSchema),
});
const listBlankSchema = z.object({
  ...common,
  kind: z.literal('list'),
  example: z.array(z.string().max(BLANK_VALUE_MAX)).min(1).max(LIST_ITEMS_MAX),
  /** The fewest items that make sense, 1 if not given. */
  minItems: z.optional(z.int().min(1).max(LIST_ITEMS_MAX)),
  maxItems: z.int().min(1).max(LIST_ITEMS_MAX),
  /** The longest item. */
  maxLength: z.int().min(1).max(BLANK_VALUE_MAX),
});
const choiceSchema = z.object({
  id: blankNameSchema,
  label: lineOf(BLANK_LABEL_MAX).min(1),
  /** What the text gets. It is inserted as it is and holds no blanks. */
  text: z.string().trim().min(1).max(BLANK_VALUE_MAX),
});
const choiceBlankSchema = z.object({
  ...common,
  kind: z.literal('choice'),
  /** The id of a choice, as in a value. */
  example: blankNameSchema,
  choices: z.array(choiceSchema).min(2).max(CHOICES_MAX),
});

export const blankSchema = z.discriminatedUnion('kind', [
  textBlankSchema,
  numberBlankSchema,
  dateBlankSchema,
  listBlankSchema,
  choiceBlankSchema,
]);
export type Blank = z.infer<typeof blankSchema>;

/** A text, a number, a day as `YYYY-MM-DD`, the items of a list, or the id of a choice. */
export const blankValueSchema = z.union([
  z.string().max(BLANK_VALUE_MAX),
  z.number(),
  z.array(z.string().max(BLANK_VALUE_MAX)).max(LIST_ITEMS_MAX),
]);
export type BlankValue = z.infer<typeof blankValueSchema>;

/** Values by the names of their blanks. A blank that wasn't filled in is left out. */
export const blankValuesSchema = z
  .record(blankNameSchema, blankValueSchema)
  .refine((values) => Object.keys(values).length <= BLANKS_MAX, `At most ${BLANKS_MAX} blanks can be filled in.`);
export type BlankValues = Readonly<Record<string, BlankValue>>;
