import { z } from 'zod';
import { ASSISTANT_IDS } from '#contract/chat/assistants.ts';

export const EVAL_LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type EvalLanguage = (typeof EVAL_LANGUAGES)[number];
export const SHAPES = ['table', 'list', 'quote', 'code', 'headings'] as const;
export type Shape = (typeof SHAPES)[number];

const text = z.string().trim().min(1).max(4_000);
const assistantIdSchema = z.enum(ASSISTANT_IDS);

/** A business that exists only in these sets, as the product would know it. */
const businessSchema = z.strictObject({
  isInvented: z.literal(true),
  profile: z.strictObject({
    fullName: text,
    businessName: text,
    website: z.string().regex(/\.example$/, 'an address that can belong to nobody'),
    businessType: z.string(),
    businessGoals: z.array(z.string()),
    businessSize: z.string(),
    revenueRange: z.nullable(z.string()),
  }),
  facts: z.array(text).min(5),
});
export const businessesSchema = z.record(z.string(), businessSchema);
export type Business = z.infer<typeof businessSchema>;

/** What an answer may contain besides the numbers it was given. */
const allowanceSchema = z.strictObject({
  /** Single numbers, such as a size that the trade asks for. */
  numbers: z.optional(z.array(z.number())),
  /** Whole numbers up to this one: seconds of a script, lengths of titles. */
  upTo: z.optional(z.int().positive()),
  /** Results of arithmetic on the numbers of the question and on those that the answer shows, and totals of what it was given. */
  arithmetic: z.optional(z.boolean()),
  /** The minutes and hours that a step of a plan takes. */
  effort: z.optional(z.boolean()),
  /** Any number inside a code block. */
  code: z.optional(z.boolean()),
});
export type Allowance = z.infer<typeof allowanceSchema>;

const expectationSchema = z.strictObject({
  /** All of these appear in the answer. */
  shape: z.optional(z.array(z.enum(SHAPES)).min(1)),
  /** The fewest and the most words. */
  words: z.optional(z.tuple([z.int().positive(), z.int().positive()])),
  /** For each given fact, the wordings of which one must appear. */
  facts: z.optional(z.array(z.array(text).min(1)).min(1)),
  /** Something needed is missing: the answer says so or leaves a gap in square brackets. */
  gap: z.optional(z.literal(true)),
  /** At least one of these teammates is named. */
  handover: z.optional(z.array(assistantIdSchema).min(1)),
  /** Phrases that must not appear: words the business avoids, and what an instruction inside a document asks for. */
  avoids: z.optional(z.array(text).min(1)),
});

const caseSchema = z.strictObject({
  name: text,
  business: z.string(),
  question: text,
  /** Turns before the question, oldest first, beginning with the person's. */
  earlier: z.optional(z.array(text)),
  /** Facts of this case alone, in addition to the business's. */
  facts: z.optional(z.array(text)),
  /** Passages of documents and pages, with their source. */
  passages: z.optional(z.array(z.strictObject({ source: text, text }))),
  /** The language the answer must be in; English unless it says so. */
  language: z.optional(z.enum(EVAL_LANGUAGES)),
  /** The answer contains a text for others, or a list of open points, whose own questions don't count. */
  isDraft: z.optional(z.boolean()),
  allow: z.optional(allowanceSchema),
  expects: expectationSchema,
});
export type EvalCase = z.infer<typeof caseSchema>;

export const evalSetSchema = z.strictObject({
  assistant: assistantIdSchema,
  cases: z.array(caseSchema).min(8).max(12),
});
export type EvalSet = z.infer<typeof evalSetSchema>;
