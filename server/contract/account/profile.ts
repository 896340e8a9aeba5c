import { z } from 'zod';
import { isTimeZone } from '../dates.ts';
import { oneLine } from '../quoted-name.ts';
import { BUSINESS_GOALS, BUSINESS_TYPE_TEXT_MAX, BUSINESS_TYPES } from './profile-choices.ts';

export const businessTypeSchema = z.enum(BUSINESS_TYPES.map(({ id }) => id));
export const businessGoalSchema = z.enum(BUSINESS_GOALS.map(({ id }) => id));
export const businessSizeSchema = z.enum(['solo', 'small', 'medium', 'large']);
export const revenueRangeSchema = z.enum(['under-100k', '100k-500k', '500k-1m', '1m+']);

const line = (max: number) =>
  z
    .string()
    .overwrite(oneLine)
    .max(max, { error: `Please keep this to ${max} characters.`, abort: true });

export const websiteSchema = line(200).refine(
  (value) => value === '' || /^(https?:\/\/)?[^\s/@][^\s/@.]*\.[^\s/@]{2,}(\/\S*)?$/i.test(value),
  'Please enter a website like yourshop.com.',
);

type Kind = { businessType: z.output<typeof businessTypeSchema>; businessTypeText: string };

/** The words belong only to `other`, which means nothing without them. */
const needsWords = ({ businessType, businessTypeText }: Kind) => businessType !== 'other' || businessTypeText !== '';
const WORDS_MISSING = { error: 'Please say what kind of business it is.', path: ['businessTypeText'] };
const withoutOtherWords = <Saved extends Kind>(saved: Saved): Saved => ({
  ...saved,
  businessTypeText: saved.businessType === 'other' ? saved.businessTypeText : '',
});

const fields = z.object({
  fullName: line(100).min(1, 'Please tell us your name.'),
  businessType: businessTypeSchema,
  businessTypeText: line(BUSINESS_TYPE_TEXT_MAX).default(''),
  businessGoals: z
    .array(businessGoalSchema)
    .min(1, 'Choose at least one goal.')
    .max(4)
    .transform((goals) => [...new Set(goals)]),
  businessName: line(120).default(''),
  website: websiteSchema.default(''),
  businessSize: businessSizeSchema.nullable().default(null),
  revenueRange: revenueRangeSchema.nullable().default(null),
});

/** What the settings save about a person and their business. Optional fields arrive as empty text. */
export const profileSchema = fields.refine(needsWords, WORDS_MISSING).transform(withoutOtherWords);

export const timeZoneSchema = z
  .string()
  .max(64, { abort: true })
  .refine(isTimeZone, 'Please choose a time zone from the list.');
/** What onboarding saves: the same fields plus the browser's time zone, which is ignored if the server doesn't know it. */
export const onboardingSchema = fields
  .extend({ timeZone: timeZoneSchema.optional().catch(undefined) })
  .refine(needsWords, WORDS_MISSING)
  .transform(withoutOtherWords);
